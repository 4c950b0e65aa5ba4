// A scene that is being made: who is in it and what, as its TOML's tables, with a way back. What the page does not know of
// it stays as it was.

import type { PeopleInfo } from "./protocol";

export interface ActorDraft {
  name?: string; mind?: string; other?: string | null; count?: number; most?: number; apart?: number; at?: [number, number]; facing?: number; team?: number;
  [table: string]: unknown;
}
export interface PropDraft { kind: string; at: [number, number, number]; radius?: number; size?: [number, number, number]; length?: number; height?: number; facing?: number; [more: string]: unknown }
export interface Draft { title: string; line: string; actors: ActorDraft[]; props?: PropDraft[]; people?: number; repertoire?: Record<string, unknown>; [more: string]: unknown }

/** Props as they are when they are new. */
export const NEW_PROPS: Record<string, PropDraft> = {
  target: { kind: "target", at: [0, 1.4, 1.2], radius: 0.1 },
  ball: { kind: "ball", at: [1.5, 0.12, 1.5], radius: 0.12 },
  box: { kind: "box", at: [1.5, 0.25, 0], size: [0.5, 0.5, 0.5] },
  wall: { kind: "wall", at: [0, 0, 3], length: 3, height: 1.2 },
  obstacle: { kind: "obstacle", at: [2, 0, 1], radius: 0.4, height: 1 },
};

/** Minds that need nothing but themselves: another one's table stays behind when the mind changes. */
export function changeMind(actor: ActorDraft, mind: string, minds: readonly string[]): ActorDraft {
  const kept = Object.fromEntries(Object.entries(actor).filter(([key]) => !minds.includes(key) || key === mind || key === actor.other));
  return { ...kept, mind };
}

type Minds = readonly { mind: string; keys: readonly string[] }[];

/** What decides for an actor: what is said, or whose table it has. */
export const mindOf = (actor: ActorDraft, minds: Minds): string => actor.mind ?? minds.find(({ mind }) => mind in actor && mind !== actor.other)?.mind ?? "";

/** What a scene says to an actor's mind. */
export const tableOf = (actor: ActorDraft, mind: string): Record<string, unknown> => (actor[mind] as Record<string, unknown> | undefined) ?? {};

/** An actor with something else said to its mind; what is undefined is not said. */
export function withTable(actor: ActorDraft, mind: string, change: Record<string, unknown>): ActorDraft {
  const said = Object.fromEntries(Object.entries({ ...tableOf(actor, mind), ...change }).filter(([, value]) => value !== undefined));
  return { ...actor, mind, [mind]: Object.keys(said).length > 0 ? said : undefined };
}

/** Gives an actor a path, and the other of its pair the same where it has the same mind: pairs go together. */
export function givePath(draft: Draft, index: number, path: [number, number][], minds: Minds): void {
  const own = mindOf(draft.actors[index]!, minds);
  for (const at of [index, index ^ 1]) {
    const actor = draft.actors[at];
    if (actor && mindOf(actor, minds) === own) draft.actors[at] = withTable(actor, own, { path: path.map((place) => ({ at: place })) });
  }
}

/** A scene with as many people as were dialled; where nobody did, as it is written. */
export function withPeople(draft: Draft, people: PeopleInfo | null | undefined): Draft {
  const written = draft.actors.filter(({ most }) => most !== undefined).reduce((all, { count }) => all + (count ?? 1), 0);
  if (!people || people.count === (draft.people ?? written)) return draft;
  return { ...draft, people: people.count };
}

/** A draft and what it was before. */
export class Changes {
  private readonly before: Draft[] = [];
  private readonly after: Draft[] = [];

  constructor(private current: Draft) {}

  get now(): Draft { return this.current; }
  get canUndo(): boolean { return this.before.length > 0; }
  get canRedo(): boolean { return this.after.length > 0; }

  change(make: (draft: Draft) => void): void {
    const next = structuredClone(this.current);
    make(next);
    if (JSON.stringify(next) === JSON.stringify(this.current)) return;
    this.before.push(this.current);
    this.after.length = 0;
    this.current = next;
  }

  undo(): boolean { return this.travel(this.before, this.after); }
  redo(): boolean { return this.travel(this.after, this.before); }

  private travel(from: Draft[], to: Draft[]): boolean {
    const next = from.pop();
    if (!next) return false;
    to.push(this.current);
    this.current = next;
    return true;
  }
}
