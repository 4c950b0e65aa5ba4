// Who wears what: teams and pairs are told by colour, and people are not all the same.

import { teamColour } from "./palette";

/** What a part of a body is made of decides its colour. */
export const STUFFS = ["shirt", "shoulder", "strap", "sleeve", "arm", "trunks", "band", "shorts", "trousers", "leg", "skin", "lip", "hair", "white", "eye", "boot", "shoe", "hand", "glove", "cuff"] as const;
export type Stuff = (typeof STUFFS)[number];
/** Its colour, and how much it shines. */
export interface Cloth { colour: number; gloss: number }

/** Somebody to be dressed. */
export interface Dressed { id: number; team: number; fights: boolean }
/** Somebody of whom nothing is known. */
export const ALONE: Dressed = { id: 0, team: 0, fights: false };
/** What is not worn is null. */
export type Outfit = Record<Stuff, Cloth | null>;

const SKIN = [0xe9c7a8, 0xd9ae8a, 0xc08f68, 0x9a6a48, 0x7a5136, 0xf0d3bb];
const HAIR = [0x2e2622, 0x4a382c, 0x6b4a2f, 0x17161a, 0x8a6a45, 0x3b3a40];
const WHITE = 0xf1f2f4;
const SHOE = { light: 0x23282f, dark: 0x3a424c };
/** Pairs of a crowd of one team, so that who belongs together can be told: hues far from each other come after each other. */
const PAIRS = [0x3f7fd6, 0xe9813a, 0x2b9a68, 0xc2416b, 0x8a63c9, 0xcf9115, 0x2c95a5, 0x9c6b4e, 0x5566cc, 0x74a12e, 0xd9607b, 0x1f6f8b, 0xb0451d, 0x6d6f76, 0xa6479b];

/** A number from 0 to 1 that is the same for the same person. */
const chance = (id: number, which: number): number => { const x = Math.sin(id * 127.1 + which * 311.7 + 1.3) * 43758.5453; return x - Math.floor(x); };
/** The same, spread out: neighbours never get the same. */
const turn = (id: number, share: number): number => (id * share + 0.31) % 1;
const one = <T>(list: readonly T[], share: number): T => list[Math.min(list.length - 1, Math.floor(share * list.length))]!;

function mix(a: number, b: number, share: number): number {
  const part = (shift: number): number => Math.round(((a >> shift) & 255) * (1 - share) + ((b >> shift) & 255) * share) << shift;
  return part(16) | part(8) | part(0);
}

/** The colour somebody is known by: of the team, or of the pair where all are of one team. */
export function colourOf({ id, team }: Dressed, mixed: boolean, crowd: number, dark: boolean): number {
  if (mixed || crowd <= 1) return teamColour(team, dark);
  return PAIRS[Math.floor(id / 2) % PAIRS.length]!;
}

/** What anybody wears. */
export const wardrobe = (who: readonly Dressed[]): Set<Stuff> => new Set(outfits(who, false).flatMap((outfit) => STUFFS.filter((stuff) => outfit[stuff] !== null)));

/** What everybody wears. Fighters have gloves and trunks; of two of one pair, the second wears white above. */
export function outfits(who: readonly Dressed[], dark: boolean): Outfit[] {
  const mixed = new Set(who.map(({ team }) => team)).size > 1;
  return who.map((person) => {
    const own = colourOf(person, mixed, who.length, dark);
    const skin = one(SKIN, turn(person.id, 0.618));
    const second = !mixed && who.length > 1 && person.id % 2 === 1;
    const top = second ? WHITE : own;
    const deep = mix(own, 0x10141c, 0.55);
    const cloth = mix(own, dark ? 0x59636f : 0x39424e, 0.72 - 0.2 * chance(person.id, 3));
    const shoe = dark ? SHOE.dark : SHOE.light;
    const of = (colour: number, gloss = 0): Cloth => ({ colour, gloss });
    const flesh = of(skin, 0.05);
    const common = {
      skin: flesh, arm: flesh, leg: flesh, lip: of(mix(skin, 0x8a2f2f, 0.4)), hair: of(one(HAIR, turn(person.id, 0.367)), 0.05), white: of(0xe9e6e0), eye: of(0x22252b, 0.3), shirt: of(top),
    };
    return person.fights
      ? {
        ...common, shoulder: flesh, strap: of(top), sleeve: null, trunks: of(second ? own : deep, 0.1), shorts: of(second ? own : deep, 0.1), band: of(second ? deep : WHITE), trousers: null,
        hand: null, glove: of(own, 0.22), cuff: of(WHITE, 0.1), shoe: of(mix(shoe, own, 0.2), 0.1), boot: of(mix(shoe, own, 0.2), 0.1),
      }
      : { ...common, shoulder: of(top), strap: null, sleeve: of(top), leg: null, trunks: of(cloth), shorts: null, band: null, trousers: of(cloth), hand: flesh, glove: null, cuff: null, shoe: of(shoe, 0.08), boot: null };
  });
}
