// The wire: what the server says, what the page may say, and a socket that comes back by itself.

export type Vec3 = [number, number, number];

export interface Skeleton {
  joints: { name: string; parent: number; offset: Vec3 }[];
  ends: { joint: number; offset: Vec3 }[];
  roles: Record<string, number>;
  height: number;
}
/** A mind that an actor can be handed to. */
export interface MindInfo { id: number; name: string }
export interface ActorInfo { id: number; name: string; team: number; mind: string; minds?: MindInfo[] }
/** A number of a mind that can be changed while it runs; with choices, their index. */
export interface Dial { dial: number; name: string; line: string; min: number; max: number; value: number; choices?: string[] | null }
/** Where a game is played: platforms as x, z of two corners. */
export interface GameInfo { kind: string; platforms: [number, number, number, number][] }
export interface Prop {
  kind: string; at: Vec3; heading?: number; radius?: number; length?: number; height?: number;
}
export interface Capsule { joint: number; from: Vec3; to: Vec3; radius: number; part?: string }
export interface SceneMessage {
  type: "scene"; name: string; title: string; line: string; may: string[]; seed: number; step: number;
  skeleton: Skeleton; actors: ActorInfo[]; props: Prop[]; capsules: Capsule[];
  minds?: Record<string, { dials: Dial[] }>; game?: GameInfo | null;
}
/** What a player asked for, as it was recorded. */
export interface Trace { name: string; player: string; seconds: number }
export interface StateMessage {
  type: "state"; playing: boolean; speed: number; tick: number; seed: number; viewers: number;
  recording?: boolean; traces?: Trace[]; setting_up?: string | null; edited?: boolean;
}
/** A segment of a take, in its seconds. */
export interface Choice { take: string; from: number; to: number; score?: number }
export interface Doing extends Choice { time: number; rate: number; classes: string[] }
export interface Decision { tick: number; chosen: Choice | null; considered: Choice[]; looked_at?: number }
export interface DecisionsMessage {
  type: "decisions"; actor: number; mind: string; doing: Doing | null; decisions: Decision[];
}
/** Values over a disc or a part of one: rings from the middle outwards, sectors to the left. */
export interface Heat { at: Vec3; heading: number; radii: number[]; angles: number[]; values: number[] }
/** What goes on in the mind of whoever is watched, and how the game goes. */
export interface OverlayMessage {
  type: "overlay"; tick: number; actor: number; rows: [string, string][]; choices: { name: string; score: number }[];
  heat?: Heat | null; points?: Vec3[]; game?: { collected: number; falls: number } | null; recording?: boolean; traces?: number;
}
export interface StageEvent { kind: string; actor: number; other: number | null; point: Vec3 | null; text: string }
export interface EventsMessage { type: "events"; tick: number; events: StageEvent[] }
export interface ErrorMessage { type: "error"; error: string }
export type ServerMessage = SceneMessage | StateMessage | DecisionsMessage | OverlayMessage | EventsMessage | ErrorMessage;

export type Ask =
  | { stick: [number, number] } | { look: [number, number] } | { button: number; down: boolean } | { point: Vec3 } | { target: Vec3 }
  | { dial: number; value: number } | { mind: number } | { prop: number; to: Vec3 }
  | { push: { point: Vec3; impulse: Vec3 } };
export type ClientMessage =
  | { type: "play" | "pause" | "step" | "train" } | { type: "record"; on: boolean } | { type: "speed"; value: number } | { type: "restart"; seed: number }
  | { type: "scene"; name: string } | { type: "watch"; actor: number | null } | { type: "cue"; to: number; ask: Ask };

const HEADER = 24;
const ACTOR_HEAD = 16;
const PROP = 12;

/** One moment of everybody, as it came: read in place, never unpacked as a whole, so that a minute of them is cheap. */
export class Frame {
  readonly view: DataView;
  readonly tick: number;
  readonly actors: number;
  readonly joints: number;
  readonly cost: number;
  readonly rate: number;

  private constructor(readonly buffer: ArrayBuffer, joints: number) {
    const view = new DataView(buffer);
    this.view = view;
    this.joints = joints;
    this.actors = view.getUint32(4, true);
    this.tick = Number(view.getBigUint64(8, true));
    this.cost = view.getFloat32(16, true);
    this.rate = view.getFloat32(20, true);
  }

  /** Nothing for a frame of another kind, or of another scene than the one known. */
  static read(buffer: ArrayBuffer, joints: number): Frame | null {
    if (buffer.byteLength < HEADER || new DataView(buffer).getUint8(0) !== 1) return null;
    const frame = new Frame(buffer, joints);
    return buffer.byteLength >= HEADER + frame.actors * frame.stride ? frame : null;
  }

  get stride(): number { return ACTOR_HEAD + 4 * this.joints; }
  at(actor: number): number { return HEADER + actor * this.stride; }
  root(actor: number): Vec3 {
    const at = this.at(actor);
    return [this.view.getFloat32(at, true), this.view.getFloat32(at + 4, true), this.view.getFloat32(at + 8, true)];
  }
  planted(actor: number): number { return this.view.getUint8(this.at(actor) + 12); }
  contact(actor: number): boolean { return this.view.getUint8(this.at(actor) + 13) !== 0; }
  rotations(actor: number): number { return this.at(actor) + ACTOR_HEAD; }

  /** How many props come after the actors; frames of clips have none. */
  get props(): number {
    const at = this.at(this.actors);
    const count = this.buffer.byteLength >= at + 4 ? this.view.getUint32(at, true) : 0;
    return this.buffer.byteLength >= at + 4 + count * PROP ? count : 0;
  }
  /** Where a prop is, if the frame says so. */
  prop(index: number): Vec3 | null {
    if (index >= this.props) return null;
    const at = this.at(this.actors) + 4 + index * PROP;
    return [this.view.getFloat32(at, true), this.view.getFloat32(at + 4, true), this.view.getFloat32(at + 8, true)];
  }
}

export interface Handlers {
  message(message: ServerMessage): void;
  frame(buffer: ArrayBuffer): void;
  connection(state: "connecting" | "open" | "lost"): void;
}

export class Link {
  private socket: WebSocket | null = null;
  private wait = 250;

  constructor(private readonly handlers: Handlers) { this.connect(); }

  get open(): boolean { return this.socket?.readyState === WebSocket.OPEN; }

  send(message: ClientMessage): void {
    if (this.open) this.socket?.send(JSON.stringify(message));
  }

  private connect(): void {
    const address = new URL("ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    address.search = "";
    this.handlers.connection("connecting");
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { this.wait = 250; this.handlers.connection("open"); };
    socket.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) return this.handlers.frame(data);
      try {
        this.handlers.message(JSON.parse(String(data)) as ServerMessage);
      } catch (error) {
        console.warn("a message that could not be used", error);
      }
    };
    socket.onclose = () => {
      this.handlers.connection("lost");
      // Longer and longer, so that a server that is being rebuilt is not hammered.
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(4000, this.wait * 1.6);
    };
    this.socket = socket;
  }
}
