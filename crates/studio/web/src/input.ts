// Hands on the stage: keys, mouse, fingers and gamepads become cues, as far as the scene allows them.

import { byId, h, s } from "./dom";
import type { Ask, Vec3 } from "./link";

export type Tool = "look" | "push" | "point" | "target";
const TOOLS: { tool: Tool; label: string; tip: string }[] = [
  { tool: "look", label: "Look", tip: "Drag to look around, click to select" },
  { tool: "push", label: "Push", tip: "Drag from somebody to push them that way" },
  { tool: "point", label: "Point", tip: "Click the floor to send somebody there" },
  { tool: "target", label: "Target", tip: "Click the floor to put the target there" },
];

/** Keys for buttons 0 to 3; on a gamepad these are A, B, X, Y. */
const BUTTON_KEYS = ["j", "k", "l", "i"];
const ARROWS: Record<string, [number, number]> = {
  w: [0, 1], s: [0, -1], a: [-1, 0], d: [1, 0], arrowup: [0, 1], arrowdown: [0, -1], arrowleft: [-1, 0], arrowright: [1, 0],
};

export interface InputHost {
  may(): string[];
  cue(ask: Ask, to?: number): void;
  actorAt(x: number, y: number): number | null;
  groundAt(x: number, y: number, height?: number): Vec3 | null;
  rootOf(actor: number): Vec3;
  /** Which way the camera looks, on the floor. */
  ahead(): [number, number];
  click(actor: number | null): void;
  looking(on: boolean): void;
  shortcut(key: string, event: KeyboardEvent): boolean;
  stage(): boolean;
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input:not([type=range]), select, textarea, [contenteditable]");

export class Input {
  tool: Tool = "look";
  private readonly held = new Set<string>();
  private stick: [number, number] = [0, 0];
  private thumb: [number, number] | null = null;
  private lastSent = "0.00,0.00";
  private lastTime = 0;
  private pad: boolean[] = [];
  private down: { x: number; y: number; actor: number | null; id: number; pushes: boolean } | null = null;
  gamepad = false;
  private readonly arrow = s("svg", { class: "arrow", "aria-hidden": "true" });

  constructor(private readonly canvas: HTMLCanvasElement, private readonly host: InputHost) {
    addEventListener("keydown", (event) => this.key(event, true));
    addEventListener("keyup", (event) => this.key(event, false));
    addEventListener("blur", () => this.release());
    // Before the camera hears of it, so that a push is not an orbit.
    canvas.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    addEventListener("pointermove", (event) => this.draw(event));
    addEventListener("pointerup", (event) => { this.arrow.style.display = "none"; this.lift(event); });
    addEventListener("pointercancel", () => { this.down = null; this.arrow.style.display = "none"; this.host.looking(true); });
    byId("view").append(this.arrow);
    this.touchStick();
  }

  /** A new scene: other things may be done. */
  scene(): void {
    this.release();
    const may = this.host.may();
    const tools = TOOLS.filter(({ tool }) => tool === "look" || may.includes(tool));
    const box = byId("tools");
    box.hidden = tools.length < 2;
    box.replaceChildren(...tools.map(({ tool, label, tip }) => h("button", {
      type: "button", class: "chip", role: "radio", "aria-checked": String(tool === "look"), title: tip, "data-tool": tool,
      onclick: () => this.choose(tool),
    }, label)));
    this.choose("look");
    byId("stick").hidden = !may.includes("steer");
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.canvas.dataset.tool = tool;
    for (const button of byId("tools").children) button.setAttribute("aria-checked", String((button as HTMLElement).dataset.tool === tool));
  }

  /** What to press in this scene, for the card. */
  controls(): [string, string][] {
    const may = this.host.may();
    const list: [string, string][] = [["drag, wheel", "look"], ["click", "select"]];
    if (may.includes("steer")) list.push(["WASD, arrows", "steer"], ["J K L I", "buttons"]);
    if (may.includes("push")) list.push(["shift-drag", "push"]);
    if (may.includes("point")) list.push(["double-click", "send there"]);
    if (may.includes("target")) list.push(["shift-click", "set the target"]);
    return list;
  }

  private release(): void {
    this.held.clear();
    this.thumb = null;
    this.steer();
  }

  private key(event: KeyboardEvent, down: boolean): void {
    if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) {
      if (down && (event.ctrlKey || event.metaKey) && !typing(event.target) && this.host.shortcut(`ctrl+${event.shiftKey ? "shift+" : ""}${event.key.toLowerCase()}`, event)) event.preventDefault();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const steers = this.host.stage() && this.host.may().includes("steer");
    if (steers && key in ARROWS && !(event.target instanceof HTMLInputElement)) {
      if (down) this.held.add(key); else this.held.delete(key);
      this.steer();
      event.preventDefault();
      return;
    }
    const button = BUTTON_KEYS.indexOf(key);
    if (steers && button >= 0) {
      if (!event.repeat) this.host.cue({ button, down });
      return;
    }
    // Space on a button presses the button.
    if (key === " " && event.target instanceof HTMLButtonElement) return;
    if (down && this.host.shortcut(event.key === " " ? "space" : key, event)) event.preventDefault();
  }

  private steer(): void {
    let x = 0;
    let y = 0;
    for (const key of this.held) { x += ARROWS[key]![0]; y += ARROWS[key]![1]; }
    if (this.thumb) [x, y] = this.thumb;
    const length = Math.hypot(x, y);
    this.stick = length > 1 ? [x / length, y / length] : [x, y];
    this.flush();
  }

  /** At most thirty a second, and only what is new: the wire refuses a flood. */
  private flush(): void {
    const [x, y] = this.stick;
    const text = `${x.toFixed(2)},${y.toFixed(2)}`;
    const now = performance.now();
    const rest = x === 0 && y === 0;
    if (text === this.lastSent || (!rest && now - this.lastTime < 33 && this.lastSent !== "0.00,0.00")) return;
    if (!this.host.may().includes("steer")) return;
    this.lastSent = text;
    this.lastTime = now;
    this.host.cue({ stick: [Number(x.toFixed(3)), Number(y.toFixed(3))] });
    const knob = byId("stick").firstElementChild as HTMLElement;
    knob.style.transform = `translate(${x * 28}px, ${-y * 28}px)`;
  }

  /** Called for every picture: gamepads have no events. */
  poll(): void {
    const pad = navigator.getGamepads?.().find((one) => one?.connected) ?? null;
    this.gamepad = pad !== null;
    if (pad && this.host.may().includes("steer")) {
      const [x = 0, y = 0] = pad.axes;
      const dead = (value: number): number => (Math.abs(value) < 0.15 ? 0 : value);
      if (this.held.size === 0 && (dead(x) !== 0 || dead(y) !== 0 || this.thumb)) { this.thumb = dead(x) === 0 && dead(y) === 0 ? null : [dead(x), -dead(y)]; this.steer(); }
      pad.buttons.slice(0, 16).forEach((button, index) => {
        if (button.pressed !== (this.pad[index] ?? false)) { this.pad[index] = button.pressed; this.host.cue({ button: index, down: button.pressed }); }
      });
    }
    this.flush();
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) { this.down = null; return; }
    const actor = this.host.actorAt(event.clientX, event.clientY);
    this.down = { x: event.clientX, y: event.clientY, actor, id: event.pointerId, pushes: false };
    const pushes = this.host.may().includes("push") && (this.tool === "push" || event.shiftKey) && actor !== null;
    this.down.pushes = pushes;
    if (pushes) this.host.looking(false);
  }

  /** While somebody is about to be pushed: which way, and how hard. */
  private draw(event: PointerEvent): void {
    const down = this.down;
    if (!down?.pushes || event.pointerId !== down.id) return;
    const box = this.canvas.getBoundingClientRect();
    const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
    const length = Math.hypot(dx, dy);
    this.arrow.style.display = length < 6 ? "none" : "block";
    const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
    this.arrow.replaceChildren(s("g", { transform: `translate(${down.x - box.x} ${down.y - box.y}) rotate(${angle.toFixed(1)})` },
      s("path", { d: `M0 0H${Math.max(0, length - 12).toFixed(0)}` }), s("path", { class: "tip", d: `M${length.toFixed(0)} 0l-16-8v16z` })));
  }

  private lift(event: PointerEvent): void {
    const down = this.down;
    this.down = null;
    this.host.looking(true);
    if (!down || event.pointerId !== down.id || !this.host.stage()) return;
    const still = Math.hypot(event.clientX - down.x, event.clientY - down.y) < 6;
    const may = this.host.may();
    if (may.includes("push") && (this.tool === "push" || event.shiftKey) && down.actor !== null) return this.push(down.actor, event, still);
    if (!still) return;
    const floor = this.host.groundAt(event.clientX, event.clientY);
    if (floor && may.includes("target") && (this.tool === "target" || event.shiftKey)) return this.host.cue({ target: floor });
    if (floor && may.includes("point") && (this.tool === "point" || event.detail === 2)) return this.host.cue({ point: floor });
    this.host.click(down.actor);
  }

  /** A drag on the floor says which way and how hard; a mere click pushes away from whoever looks. */
  private push(actor: number, event: PointerEvent, still: boolean): void {
    const [x, y, z] = this.host.rootOf(actor);
    const point: Vec3 = [x, y + 0.25, z];
    let [dx, dz] = this.host.ahead();
    let strength = 60;
    const to = still ? null : this.host.groundAt(event.clientX, event.clientY, point[1]);
    if (to) {
      [dx, dz] = [to[0] - x, to[2] - z];
      strength = Math.min(150, Math.hypot(dx, dz) * 70);
    }
    const length = Math.hypot(dx, dz) || 1;
    this.host.cue({ push: { point, impulse: [(dx / length) * strength, 0, (dz / length) * strength] } }, actor);
  }

  private touchStick(): void {
    const base = byId("stick");
    const move = (event: PointerEvent): void => {
      const box = base.getBoundingClientRect();
      const clamp = (value: number): number => Math.max(-1, Math.min(1, value));
      this.thumb = [clamp((event.clientX - box.x - box.width / 2) / 40), clamp(-(event.clientY - box.y - box.height / 2) / 40)];
      this.steer();
    };
    base.addEventListener("pointerdown", (event) => { base.setPointerCapture(event.pointerId); move(event); });
    base.addEventListener("pointermove", (event) => { if (base.hasPointerCapture(event.pointerId)) move(event); });
    for (const kind of ["pointerup", "pointercancel"] as const) base.addEventListener(kind, () => { this.thumb = null; this.steer(); });
  }
}
