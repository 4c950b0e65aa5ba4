// Hands on the stage: what mouse, fingers and keys do there, as far as the scene allows it. Steering has its own file.

import { Carry, type CarryHost } from "./carry";
import { byId, h, s } from "./dom";
import { Drag, type DragHost } from "./drag";
import type { Vec3 } from "./link";
import type { CueAsk, Offer } from "./protocol";
import { roving } from "./roving";
import type { Sketch } from "./sketch";
import { Steering } from "./steering";

export type Tool = "look" | "push" | "target" | "throw" | "drag" | "path";
const TOOLS: { tool: Tool; label: string; tip: string }[] = [
  { tool: "look", label: "Look", tip: "Drag to look around, click to select" },
  { tool: "push", label: "Push", tip: "Drag from somebody to push them in that direction" },
  { tool: "target", label: "Target", tip: "Click the floor to put the target there" },
  { tool: "throw", label: "Throw", tip: "Click somebody or something to throw a ball at it" },
  { tool: "drag", label: "Drag", tip: "Drag somebody by a hand or a foot" },
  { tool: "path", label: "Path", tip: "Draw on the floor where they go" },
];

export interface InputHost extends CarryHost, DragHost {
  offers(): readonly Offer[];
  cue(ask: CueAsk, to?: number): void;
  /** Buttons that the mind of whoever is steered has. */
  buttons(): { button: number; key: string; name: string }[];
  /** Hands whoever is steered or selected to another mind, if there is one. */
  handOver(): boolean;
  handsOver(): boolean;
  actorAt(x: number, y: number): number | null;
  rootOf(actor: number): Vec3;
  /** The direction in which the camera looks, on the floor. */
  ahead(): [number, number];
  click(actor: number | null, floor: Vec3 | null): void;
  looking(on: boolean): void;
  /** A path that is drawn on the floor; whether one is asked for whatever the tool; and what was drawn, or null while it is. */
  readonly sketch: Sketch;
  wantsPath(): boolean;
  path(points: Vec3[] | null): void;
  /** Throws a ball at what is there. False where there is none to throw. */
  throwAt(x: number, y: number): boolean;
  /** Somebody is pointed at; null where nobody is. */
  hover(actor: number | null): void;
  /** Whether a gamepad is there. */
  pad(): boolean;
  shortcut(key: string): boolean;
  stage(): boolean;
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input:not([type=range]), select, textarea, [contenteditable]");

export class Input {
  tool: Tool = "look";
  readonly steering: Steering;
  private readonly carry: Carry;
  private readonly drag: Drag;
  private down: { x: number; y: number; actor: number | null; id: number; pushes: boolean } | null = null;
  private readonly arrow = s("svg", { class: "arrow", "aria-hidden": "true" });

  constructor(private readonly canvas: HTMLCanvasElement, private readonly host: InputHost) {
    addEventListener("keydown", (event) => this.key(event, true));
    addEventListener("keyup", (event) => this.key(event, false));
    addEventListener("blur", () => this.steering.release());
    // Before the camera hears of it, so that a push is not an orbit.
    canvas.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    addEventListener("pointermove", (event) => { if (!this.carry.move(event) && !this.drag.move(event) && !this.trace(event)) { this.draw(event); this.point(event); } });
    roving(byId("tools"), true);
    addEventListener("pointerup", (event) => { this.arrow.style.display = "none"; this.lift(event); });
    addEventListener("pointercancel", () => { this.down = null; this.carry.end(null); this.drag.end(null); this.host.sketch.end(); this.arrow.style.display = "none"; this.host.looking(true); });
    byId("view").append(this.arrow);
    this.carry = new Carry(canvas, host);
    this.drag = new Drag(host);
    this.steering = new Steering({ steers: () => this.steers, sticks: () => this.sticks, cue: (ask) => this.host.cue(ask), buttons: () => this.host.buttons(), handOver: () => this.host.handOver() });
    // A switch that was clicked must not keep the keys: Space is a jump here.
    const giveBack = (event: Event): void => {
      const pressed = event.target instanceof Element && event.target.closest("button, select, summary");
      if (this.steers && pressed && !pressed.closest("dialog") && (event as MouseEvent).detail !== 0) canvas.focus({ preventScroll: true });
    };
    addEventListener("click", giveBack);
    addEventListener("change", (event) => { if (event.target instanceof HTMLSelectElement) giveBack(event); });
  }

  /** Somebody may have buttons and no sticks. */
  private get steers(): boolean { return this.host.stage() && (this.sticks || this.host.buttons().length > 0); }
  private get sticks(): boolean { return this.host.offers().includes("steer"); }

  /** A new scene: other things may be done. */
  scene(): void {
    this.steering.release();
    const offers = this.host.offers();
    const tools = TOOLS.filter(({ tool }) => tool === "look" || offers.includes(tool));
    const box = byId("tools");
    box.hidden = tools.length < 2;
    box.replaceChildren(...tools.map(({ tool, label, tip }) => h("button", {
      type: "button", class: "chip", role: "radio", "aria-checked": String(tool === "look"), title: tip, "data-tool": tool,
      onclick: () => this.choose(tool),
    }, label)));
    this.choose("look");
    byId("glass").hidden = !this.sticks && this.host.buttons().length === 0;
    byId("stick").hidden = byId("turn").hidden = !this.sticks;
    this.steering.show();
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.canvas.dataset.tool = tool;
    for (const button of byId("tools").children) button.setAttribute("aria-checked", String((button as HTMLElement).dataset.tool === tool));
  }

  /** What to press in this scene, for the card; with its number, where it is a button. */
  controls(): [keys: string, what: string, button?: number][] {
    const offers = this.host.offers();
    const list: [string, string, number?][] = [["drag, wheel", "look around"], ["click", "learn about somebody"]];
    const pad = this.host.pad();
    if (this.sticks) list.push(...(pad ? [["left stick", "go"], ["right stick", "turn"]] : [["W A S D", "go"], ["Q E", "turn"]]) as [string, string][]);
    // Who has no sticks may have buttons: a director's are pressed for all.
    if (this.sticks || this.host.buttons().length > 0) {
      list.push(...this.steering.buttons.map(({ key, pad: button, name, number }): [string, string, number] => [pad ? button : key, name, number]));
      // What the fighter does not need.
      const free = ["Space", "K"].find((key) => this.steering.buttons.every((one) => one.key !== key));
      if (free) list.push([free, "play, pause"]);
    }
    if (this.host.handsOver()) list.push([pad ? "Y" : "H", "hand over, take back"]);
    if (offers.includes("push")) list.push(["shift-drag", "push"]);
    if (offers.includes("throw")) list.push(["Throw", "click somebody"]);
    if (offers.includes("path")) list.push(["Path", "draw where they go"]);
    if (offers.includes("drag")) list.push(["alt-drag", "pull a hand or a foot"]);
    if (offers.includes("target")) list.push(...(this.carry.target === null ? [["shift-click", "set the target"]] : [["drag it", "carry the target"], ["shift-click", "put it there"]]) as [string, string][]);
    return list;
  }

  private key(event: KeyboardEvent, down: boolean): void {
    if (typing(event.target) || event.altKey || document.querySelector("dialog[open]")) return;
    const key = nameOf(event);
    // Arrows on a slider move it. Space plays and pauses wherever one is; Enter presses a button.
    if (event.target instanceof HTMLInputElement && key.startsWith("arrow")) return;
    const steered = this.steering.key(key, down, event.code);
    // A key that is held goes on stepping, but does not play and pause by turns.
    const held = event.repeat && (key === "space" || key === "k");
    const done = !steered && down && !held && this.host.shortcut(key);
    if (steered || done || key === "space") event.preventDefault();
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) { this.down = null; return; }
    if (this.host.stage() && this.host.offers().includes("target") && this.carry.press(event)) { this.down = null; this.host.looking(false); return; }
    const drags = this.host.stage() && this.host.offers().includes("drag") && (this.tool === "drag" || event.altKey);
    if (drags && this.drag.press(event)) { this.down = null; this.host.looking(false); return; }
    const floor = this.host.stage() && (this.tool === "path" || this.host.wantsPath()) ? this.host.groundAt(event.clientX, event.clientY) : null;
    if (floor) { this.down = null; this.host.sketch.begin(floor, event.pointerId); this.host.looking(false); return; }
    const actor = this.host.actorAt(event.clientX, event.clientY);
    this.down = { x: event.clientX, y: event.clientY, actor, id: event.pointerId, pushes: false };
    const pushes = this.host.offers().includes("push") && (this.tool === "push" || event.shiftKey) && actor !== null;
    this.down.pushes = pushes;
    if (pushes) this.host.looking(false);
  }

  /** Whether a path is being drawn. */
  private trace(event: PointerEvent): boolean {
    const { sketch } = this.host;
    if (!sketch.move(sketch.draws ? this.host.groundAt(event.clientX, event.clientY) : null, event.pointerId)) return false;
    this.host.path(null);
    return true;
  }

  /** What can be clicked is named, and what can be dragged has a hand over it. */
  private point(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || event.buttons !== 0) return;
    const actor = event.target === this.canvas && this.host.stage() ? this.host.actorAt(event.clientX, event.clientY) : null;
    this.canvas.classList.toggle("over-actor", actor !== null);
    this.host.hover(actor);
  }

  /** While somebody is about to be pushed: in which direction, and how hard. */
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
    if (this.carry.end(event) || this.drag.end(event)) return;
    if (this.host.sketch.draws) return this.host.path(this.host.sketch.end());
    if (!down || event.pointerId !== down.id || !this.host.stage()) return;
    const still = Math.hypot(event.clientX - down.x, event.clientY - down.y) < 6;
    const offers = this.host.offers();
    if (offers.includes("push") && (this.tool === "push" || event.shiftKey) && down.actor !== null) return this.push(down.actor, event, still);
    if (!still) return;
    if (offers.includes("throw") && this.tool === "throw" && this.host.throwAt(event.clientX, event.clientY)) return;
    const floor = this.host.groundAt(event.clientX, event.clientY);
    if (floor && offers.includes("target") && (this.tool === "target" || event.shiftKey)) {
      if (!this.carry.put(floor)) this.host.cue({ target: floor });
      return;
    }
    this.host.click(down.actor, floor);
  }

  /** A drag on the floor says in which direction and how hard; a mere click pushes away from whoever looks. */
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
}

/** What a key is called here: `space`, `k`, `shift+1`, `ctrl+shift+z`. */
function nameOf(event: KeyboardEvent): string {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  const control = event.ctrlKey || event.metaKey ? "ctrl+" : "";
  if (event.key === " ") return `${control}space`;
  if (event.shiftKey && digit) return `${control}shift+${digit}`;
  const letter = event.key.toLowerCase();
  return control && event.shiftKey ? `ctrl+shift+${letter}` : control + letter;
}
