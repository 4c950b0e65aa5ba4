// The wire: frames as bytes, and a socket that comes back by itself. Messages are in protocol.ts.

import type { Request, ServerMessage } from "./protocol";

export type Vec3 = [number, number, number];

const HEADER = 24;
const ACTOR_HEAD = 20;
const PROP = 12;
const WEARER = 16;

/** One moment of everybody who is shown, as it came: read in place, never unpacked as a whole, so that a minute of them is cheap. */
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

  /** The number of the actor whose body is in a place of the frame. A crowd is thinned: not everybody is in it. */
  id(body: number): number { return this.view.getUint32(this.at(body) + 16, true); }
  /** Where an actor's body is in the frame; they are in the order of their numbers. Null where it is not. */
  body(id: number): number | null {
    let [low, high] = [0, Math.min(id, this.actors - 1)];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.id(middle);
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return null;
  }

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

  /** Where an actor's costume is in the frame: its number, its first node's place, rotations. Null where it wears none. */
  wearer(id: number): number | null {
    const props = this.at(this.actors);
    const at = this.buffer.byteLength >= props + 4 ? props + 4 + this.props * PROP : Infinity;
    if (this.buffer.byteLength < at + 8) return null;
    const [count, stride] = [this.view.getUint32(at, true), WEARER + 4 * this.view.getUint32(at + 4, true)];
    if (this.buffer.byteLength < at + 8 + count * stride) return null;
    for (let index = 0; index < count; index++) if (this.view.getUint32(at + 8 + index * stride, true) === id) return at + 8 + index * stride;
    return null;
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

  /** Closes the line, for tests; it comes back by itself. */
  drop(): void { this.socket?.close(); }

  send(message: Request): void {
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
