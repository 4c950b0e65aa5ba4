// What has which colour: the same as in the report (crates/report/src/palette.rs), so that the two can be compared.

import type { StageEvent } from "./protocol";

const SLOTS = 10;
const KNOWN: Record<string, number> = {
  stand: 0, stance: 0, idle: 0, movement: 1, attack: 2, avoid: 3, block: 4, hit: 5, fall: 6, lying: 7, rise: 8,
};
const given = new Map<string, number>();

/** The colour slot of a general class; one that is not known gets the last free slot, and keeps it. */
export function classSlot(name: string): number {
  const known = KNOWN[name] ?? given.get(name);
  if (known !== undefined) return known;
  const taken = new Set([...Object.values(KNOWN), ...given.values()]);
  let slot = (1 + given.size) % SLOTS;
  for (let free = SLOTS - 1; free >= 0; free--) if (!taken.has(free)) { slot = free; break; }
  given.set(name, slot);
  return slot;
}

export const LIMBS = ["left_hand", "right_hand", "left_elbow", "right_elbow", "left_knee", "right_knee", "left_foot", "right_foot"];

/** A shape for what strikes, so that colour is not needed to tell limbs apart. */
export function limbMark(limb: string): string {
  if (limb.endsWith("hand")) return "m-4 0a4 4 0 1 1 8 0a4 4 0 1 1-8 0z";
  if (limb.endsWith("elbow")) return "m0-5l5 8h-10z";
  if (limb.endsWith("knee")) return "m-3.5-3.5h7v7h-7z";
  return "m0-5l5 5l-5 5l-5-5z";
}
export const limbSlot = (limb: string): number => Math.max(0, LIMBS.indexOf(limb));

/** Teams, light page and dark page. Team 0 is the blue that "movement" has, 1 the orange of "left". */
const TEAMS_LIGHT = [0x3f7fd6, 0xe9813a, 0x2b9a68, 0x8a63c9, 0xcf9115, 0x2c95a5, 0xcf5c9a, 0x9c6b4e];
const TEAMS_DARK = [0x5d98e8, 0xf0934f, 0x41b983, 0xa684e0, 0xe0ab3c, 0x45b3c4, 0xe07cb3, 0xb98a6c];
export const teamColour = (team: number, dark: boolean): number => {
  const list = dark ? TEAMS_DARK : TEAMS_LIGHT;
  return list[((team % list.length) + list.length) % list.length] ?? 0x888888;
};
export const LEFT = { light: 0xe9813a, dark: 0xf0934f };
export const RIGHT = { light: 0x3f7fd6, dark: 0x5d98e8 };

/** What happened on the stage: a push, standing for want of anything better, or a touch. */
export const eventColour = (kind: StageEvent["kind"]): string => {
  switch (kind) {
    case "push": return "#cf9115";
    case "fallback": case "landing": case "grab": case "release": case "rise": case "rest": case "hold_released": return "#8b95a3";
    default: return "#ff2e63";
  }
};

/** From little to much, for values from 0 to 1: dark blue, teal, green, yellow. Even where colours cannot be told apart, it gets lighter. */
const RAMP: [number, number, number][] = [[0.17, 0.16, 0.42], [0.16, 0.4, 0.56], [0.13, 0.61, 0.52], [0.55, 0.79, 0.25], [0.99, 0.9, 0.16]];
export function ramp(value: number): [number, number, number] {
  const at = Math.min(1, Math.max(0, value)) * (RAMP.length - 1);
  const from = Math.min(RAMP.length - 2, Math.floor(at));
  const [a, b] = [RAMP[from]!, RAMP[from + 1]!];
  return [0, 1, 2].map((part) => a[part]! + (b[part]! - a[part]!) * (at - from)) as [number, number, number];
}
