// The wire: what the server says, what the page may say, and a socket that comes back by itself.

export type Vec3 = [number, number, number];

export interface Skeleton {
  joints: { name: string; parent: number; offset: Vec3 }[];
  ends: { joint: number; offset: Vec3 }[];
  roles: Record<string, number>;
  height: number;
}
export interface ActorInfo { id: number; name: string; team: number; mind: string }
export interface Prop {
  kind: string; at: Vec3; heading?: number; radius?: number; length?: number; height?: number;
}
export interface Capsule { joint: number; from: Vec3; to: Vec3; radius: number; part?: string }
export interface SceneMessage {
  type: "scene"; name: string; title: string; line: string; may: string[]; seed: number; step: number;
  skeleton: Skeleton; actors: ActorInfo[]; props: Prop[]; capsules: Capsule[];
}
export interface StateMessage { type: "state"; playing: boolean; speed: number; tick: number; seed: number; viewers: number }
/** A segment of a take, in its seconds. */
export interface Choice { take: string; from: number; to: number; score?: number }
export interface Doing extends Choice { time: number; rate: number; classes: string[] }
export interface Decision { tick: number; chosen: Choice | null; considered: Choice[]; looked_at?: number }
export interface DecisionsMessage {
  type: "decisions"; actor: number; mind: string; doing: Doing | null; decisions: Decision[];
}
export interface StageEvent { kind: string; actor: number; other: number | null; point: Vec3 | null; text: string }
export interface EventsMessage { type: "events"; tick: number; events: StageEvent[] }
export interface ErrorMessage { type: "error"; error: string }
export type ServerMessage = SceneMessage | StateMessage | DecisionsMessage | EventsMessage | ErrorMessage;

export type Ask =
  | { stick: [number, number] } | { look: [number, number] } | { button: number; down: boolean } | { point: Vec3 } | { target: Vec3 }
  | { push: { point: Vec3; impulse: Vec3 } };
export type ClientMessage =
  | { type: "play" | "pause" | "step" } | { type: "speed"; value: number } | { type: "restart"; seed: number }
  | { type: "scene"; name: string } | { type: "watch"; actor: number | null } | { type: "cue"; to: number; ask: Ask };

const HEADER = 24;
const ACTOR_HEAD = 16;

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
