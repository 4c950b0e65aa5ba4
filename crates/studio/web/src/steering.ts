// Steering: keys, a gamepad or a thumb on the glass become two sticks and numbered buttons.
//
// The left stick (WASD, arrows) says where to go; the right one (Q, E) where to turn. Buttons have the keys
// that a mind names; button 0 is A on a gamepad, and the others follow. Where somebody can be handed over, Y does that
// instead.

import { byId, h } from "./dom";
import type { CueAsk } from "./protocol";
import { capital } from "./say";

type Vec2 = [number, number];
type StickName = "stick" | "turn";
/** A button of whoever is steered: its number, and what to press for it. */
export interface Button { number: number; key: string; pad: string; name: string }
const PAD = ["A", "B", "X", "Y", "LB", "RB", "LT", "RT"];

/** What one device says. */
interface Hands { stick: Vec2; turn: Vec2; buttons: Set<number> }

const KEYS: Record<StickName, Record<string, Vec2>> = {
  stick: {
    w: [0, 1], s: [0, -1], a: [-1, 0], d: [1, 0],
    arrowup: [0, 1], arrowdown: [0, -1], arrowleft: [-1, 0], arrowright: [1, 0],
  },
  turn: { q: [-1, 0], e: [1, 0] },
};
/** Keys with a sign on them: where another keyboard has another sign there, the place counts, too. */
const SIGNS: Record<string, string> = { Semicolon: ";", Quote: "'", Comma: ",", Period: ".", Slash: "/", BracketLeft: "[", BracketRight: "]", Backquote: "`", Minus: "-", Equal: "=" };
/** On a gamepad of the usual layout: up, down, left, right. */
const CROSS: [number, Vec2][] = [[12, [0, 1]], [13, [0, -1]], [14, [-1, 0]], [15, [1, 0]]];
const PAD_BUTTONS = 12;
const HAND_OVER = 3;
/** A stick at rest is never quite at zero. */
const DEAD = 0.15;
/** ms: the wire refuses a flood. */
const EVERY = 33;

export interface SteeringHost {
  /** Whether anybody hears keys. */
  steers(): boolean;
  /** Whether anybody goes where sticks say. */
  sticks(): boolean;
  cue(ask: CueAsk): void;
  /** Buttons that the mind of whoever is steered has. */
  buttons(): { button: number; key: string; name: string }[];
  /** Hands whoever is steered to another mind. False where there is none. */
  handOver(): boolean;
}

export class Steering {
  private readonly held = new Set<string>();
  /** Thumbs on the glass. */
  private readonly glass: Hands = { stick: [0, 0], turn: [0, 0], buttons: new Set() };
  private readonly sent: Record<StickName, { at: Vec2; time: number }> = {
    stick: { at: [0, 0], time: -Infinity }, turn: { at: [0, 0], time: -Infinity },
  };
  private down = new Set<number>();

  private handing = false;

  constructor(private readonly host: SteeringHost) {
    this.touchStick(byId("stick"), "stick");
    this.touchStick(byId("turn"), "turn");
    // Sticks are drawn where there is glass to touch; a finger on a screen that did not say so brings them, too.
    const glass = (): void => { document.body.dataset.glass = "yes"; };
    if (navigator.maxTouchPoints > 0 || matchMedia("(pointer: coarse)").matches) glass();
    addEventListener("pointerdown", (event) => { if (event.pointerType === "touch") glass(); });
  }

  /** The buttons of whoever is steered. */
  get buttons(): Button[] {
    return this.host.buttons().map(({ button, key, name }) => ({ number: button, key: keyName(key), name, pad: PAD[button] ?? String(button) }));
  }

  /** Draws them on the glass, where there is glass. */
  show(): void {
    byId("buttons").replaceChildren(...this.buttons.map(({ number, name }) => {
      const button = h("div", { class: "press", role: "button", "data-button": number, "aria-label": capital(name) }, capital(name));
      this.touchButton(button, number);
      return button;
    }));
  }

  /** Which button a key is, if it is one. */
  private buttonOf(key: string): number | null {
    return this.buttons.find((one) => one.key.toLowerCase() === key)?.number ?? null;
  }

  private isSteering(key: string): boolean { return (this.host.sticks() && (key in KEYS.stick || key in KEYS.turn)) || this.buttonOf(key) !== null; }

  /** Whether a key was for the one who is steered. `code` says where on the keyboard it is. */
  key(said: string, down: boolean, code = ""): boolean {
    const sign = SIGNS[code];
    const key = this.buttonOf(said) === null && sign !== undefined && this.buttonOf(sign) !== null ? sign : said;
    // Shift or Ctrl may have come down since the key did.
    if (!down) this.held.delete(key.split("+").at(-1) ?? key);
    if (!this.host.steers() || !this.isSteering(key)) return false;
    if (down) this.held.add(key);
    this.tell();
    return true;
  }

  /** Everything is let go. */
  release(): void {
    this.held.clear();
    this.glass.stick = this.glass.turn = [0, 0];
    this.glass.buttons.clear();
    this.say({ stick: [0, 0], turn: [0, 0], buttons: new Set() }, true);
  }

  /** Called for every picture: gamepads have no events, and what came too soon after the last is told now. */
  poll(): void { if (this.host.steers()) this.tell(); }

  private tell(): void {
    const devices = [this.keys(), this.pad(), this.glass];
    // Whoever pushes hardest.
    const most = (name: StickName): Vec2 => devices.map((hands) => hands[name]).reduce((a, b) => (Math.hypot(...b) > Math.hypot(...a) ? b : a));
    this.say({ stick: most("stick"), turn: most("turn"), buttons: new Set(devices.flatMap((hands) => [...hands.buttons])) }, false);
  }

  private keys(): Hands {
    const sum = (name: StickName): Vec2 => together([...this.held].flatMap((key) => { const direction = KEYS[name][key]; return direction ? [direction] : []; }));
    const buttons = [...this.held].map((key) => this.buttonOf(key)).filter((button) => button !== null);
    return { stick: sum("stick"), turn: sum("turn"), buttons: new Set(buttons) };
  }

  private pad(): Hands {
    const pad = navigator.getGamepads?.().find((one) => one?.connected);
    if (!pad) return { stick: [0, 0], turn: [0, 0], buttons: new Set() };
    const [x = 0, y = 0, turn = 0, tilt = 0] = pad.axes;
    const pressed = (index: number): boolean => pad.buttons[index]?.pressed ?? false;
    const stick = live(x, -y);
    // Once for every press; where there is nobody to hand to, Y is a button as the others are.
    const hands = pressed(HAND_OVER) && (this.handing || this.host.handOver());
    this.handing = hands;
    return {
      stick: Math.hypot(...stick) > 0 ? stick : together(CROSS.filter(([index]) => pressed(index)).map(([, direction]) => direction)),
      turn: live(turn, -tilt),
      buttons: new Set(Array.from({ length: PAD_BUTTONS }, (_, index) => index).filter((index) => pressed(index) && !(hands && index === HAND_OVER))),
    };
  }

  /** Tells what is new: buttons at once, sticks not too often, but that one is let go at once, too. */
  private say(hands: Hands, always: boolean): void {
    const now = performance.now();
    for (const name of ["stick", "turn"] as const) {
      const at = hands[name].map((value) => Math.round(value * 100) / 100 + 0) as Vec2;
      const last = this.sent[name];
      const rests = at[0] === 0 && at[1] === 0;
      if (at[0] === last.at[0] && at[1] === last.at[1]) continue;
      if (!always && !rests && now - last.time < EVERY) continue;
      this.sent[name] = { at, time: now };
      this.host.cue(name === "stick" ? { stick: at } : { turn: at });
      (byId(name).firstElementChild as HTMLElement).style.transform = `translate(${at[0] * 28}px, ${-at[1] * 28}px)`;
    }
    for (const button of this.down) if (!hands.buttons.has(button)) this.host.cue({ button, down: false });
    for (const button of hands.buttons) if (!this.down.has(button)) this.host.cue({ button, down: true });
    this.down = hands.buttons;
  }

  private touchStick(base: HTMLElement, name: StickName): void {
    const move = (event: PointerEvent): void => {
      const box = base.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.x - box.width / 2) / 40, -(event.clientY - box.y - box.height / 2) / 40];
      // Turning is left or right: a thumb that slips up is not meant.
      this.glass[name] = name === "turn" ? round(x, 0) : round(x, y);
      this.tell();
    };
    base.addEventListener("pointerdown", (event) => { base.setPointerCapture(event.pointerId); move(event); });
    base.addEventListener("pointermove", (event) => { if (base.hasPointerCapture(event.pointerId)) move(event); });
    for (const kind of ["pointerup", "pointercancel"] as const) base.addEventListener(kind, () => { this.glass[name] = [0, 0]; this.tell(); });
  }

  /** Whatever presses an element presses a button. */
  touchButton(base: HTMLElement, button: number): void {
    base.addEventListener("pointerdown", (event) => { base.setPointerCapture(event.pointerId); this.glass.buttons.add(button); this.tell(); });
    for (const kind of ["pointerup", "pointercancel"] as const) base.addEventListener(kind, () => { this.glass.buttons.delete(button); this.tell(); });
  }
}

/** `KeyJ` and `Digit1`, as browsers call keys, are J and 1 to people. */
const keyName = (code: string): string => SIGNS[code] ?? code.replace(/^(Key|Digit|Numpad)(?=.$)/, "").replace(/^Arrow/, "");

const together = (directions: Vec2[]): Vec2 => round(...directions.reduce<Vec2>(([a, b], [x, y]) => [a + x, b + y], [0, 0]));

/** A stick goes no further than a circle. */
function round(x: number, y: number): Vec2 {
  const length = Math.hypot(x, y);
  return length > 1 ? [x / length, y / length] : [x, y];
}

/** Without the dead middle, and from zero at its edge. */
function live(x: number, y: number): Vec2 {
  const length = Math.hypot(x, y);
  if (length <= DEAD) return [0, 0];
  const share = (Math.min(1, length) - DEAD) / (1 - DEAD) / length;
  return [x * share, y * share];
}
