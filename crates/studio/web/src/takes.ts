// Takes and their annotations as the server tells them, and edits with a way back. The server works out what edits mean:
// the page posts all of them, and shows the annotation that comes back.

import type { ActionInfo, ClassInfo, EditsInfo, EditsRequest, ErrorMessage, StrikeInfo, TakeInfo } from "./protocol";

export type Strike = StrikeInfo;
export type Action = ActionInfo;
export type Edits = EditsInfo;
export type Take = TakeInfo;

/** What is chosen on a timeline, by time: it is found again when the take was annotated anew. */
export type Selection = { kind: "action" | "cut"; at: number } | { kind: "strike"; at: number; limb: string };

const nearest = <T>(all: T[], distance: (one: T) => number, within: number): T | null => {
  const best = all.reduce<T | null>((found, one) => (found === null || distance(one) < distance(found) ? one : found), null);
  return best !== null && distance(best) <= within ? best : null;
};

export const middle = (action: Action): number => (action.from + action.to) / 2;
export const actionAt = (take: Take, time: number): Action | null => take.actions.find((one) => one.from <= time && time < one.to) ?? null;
/** Other actions of the same general kind, with the same limbs, that are called something else. */
export const likeActions = (take: Take, action: Action): Action[] => take.actions.filter((other) =>
  other.from !== action.from && other.classes[0] === action.classes[0] && other.limbs.join() === action.limbs.join() && other.classes.join() !== action.classes.join());
/** Times go to the server in whole tenths of a millisecond and come back as frames. */
export const cutAt = (take: Take, time: number): number | null =>
  nearest(take.actions.slice(1).map((one) => one.from), (cut) => Math.abs(cut - time), 0.6 / take.rate);
export const strikeAt = (take: Take, time: number, limb: string): Strike | null =>
  nearest(take.strikes.filter((one) => one.limb === limb), (one) => Math.abs(one.time - time), 0.6 / take.rate);

async function json<T>(address: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(address, init);
  const value: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((value as ErrorMessage | null)?.error ?? `the studio answered ${answer.status}`);
  return value as T;
}

export const loadTakes = (): Promise<Take[]> => json<Take[]>("api/takes");
export const loadClasses = (): Promise<ClassInfo[]> => json("api/classes");

export interface TakeFrames { count: number; rate: number; view: DataView; stride: number }

export async function loadFrames(index: number, joints: number): Promise<TakeFrames> {
  const answer = await fetch(`api/takes/${index}/frames`);
  if (!answer.ok) throw new Error(`the studio answered ${answer.status}`);
  const view = new DataView(await answer.arrayBuffer());
  const stride = 12 + 4 * joints;
  const count = view.byteLength >= 8 ? view.getUint32(0, true) : 0;
  if (view.byteLength !== 8 + count * stride) throw new Error("the take has another body than the scene");
  return { count, rate: view.getFloat32(4, true), view, stride };
}

/** What was done to edits, so that it can be undone: what they were, and what they became. */
interface Change { before: Edits; after: Edits }

/**
 * The edits of one take. One change at a time goes out; what is refused changes nothing. The server does what changed to
 * what is in the file, so that nobody's edits are lost who edits the same take elsewhere.
 */
export class EditSession {
  private undone: Change[] = [];
  private done: Change[] = [];
  private waiting: Promise<void> = Promise.resolve();

  constructor(private readonly index: number, private current: Edits, private readonly saved: (take: Take) => void) {}

  get canUndo(): boolean { return this.done.length > 0; }
  get canRedo(): boolean { return this.undone.length > 0; }
  get count(): number {
    const { cuts, actions, supports, strikes } = this.current;
    return cuts.length + actions.length + supports.length + strikes.length;
  }

  /** Somebody else edited the take. */
  reread(edits: Edits): void { this.current = edits; }

  change(make: (edits: Edits) => void): Promise<void> {
    return this.queue(async () => {
      const change = { before: this.current, after: structuredClone(this.current) };
      make(change.after);
      await this.post({ base: change.before, edits: change.after });
      this.done.push(change);
      this.undone = [];
    });
  }

  undo(): Promise<void> {
    return this.queue(async () => {
      const change = this.done.at(-1);
      if (!change) return;
      await this.post({ base: change.after, edits: change.before });
      this.done.pop();
      this.undone.push(change);
    });
  }

  redo(): Promise<void> {
    return this.queue(async () => {
      const change = this.undone.at(-1);
      if (!change) return;
      await this.post({ base: change.before, edits: change.after });
      this.undone.pop();
      this.done.push(change);
    });
  }

  private queue(work: () => Promise<void>): Promise<void> {
    const result = this.waiting.then(work);
    this.waiting = result.catch(() => undefined);
    return result;
  }

  private async post(request: EditsRequest): Promise<void> {
    const take = await json<Take>(`api/takes/${this.index}/edits`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request),
    });
    this.current = take.edits;
    this.saved(take);
  }
}
