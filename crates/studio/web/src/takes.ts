// Takes and their annotations as the server tells them, and edits with a way back. The server works out what edits mean:
// the page posts all of them, and shows the annotation that comes back.

export interface Strike { time: number; limb: string; speed: number }
export interface Action {
  from: number; to: number; classes: string[]; limbs: string[]; protects: string | null; sure: number; origin: string;
}
export type CutEdit = { add: number } | { remove: number } | { move: number; to: number };
export interface ActionEdit { at: number; classes?: string[]; limbs?: string[]; direction?: number[]; protects?: string; avoids?: number[] }
export interface SupportEdit { foot: "left" | "right"; from: number; to: number; down: boolean }
export type StrikeEdit = { add: number; limb: string } | { remove: number; limb?: string };
export interface Edits {
  new_classes: string[]; cuts: CutEdit[]; actions: ActionEdit[]; supports: SupportEdit[]; strikes: StrikeEdit[];
}
export interface Take {
  index: number; name: string; seconds: number; rate: number; frames: number; mirrored_from: string | number | null;
  supports: { left: [number, number][]; right: [number, number][] };
  strikes: Strike[]; actions: Action[]; energy: number[]; edits: Partial<Edits>; editable: boolean;
}

/** What is chosen on a timeline, by time: it is found again when the take was annotated anew. */
export type Selection = { kind: "action" | "cut"; at: number } | { kind: "strike"; at: number; limb: string };

const nearest = <T>(all: T[], distance: (one: T) => number, within: number): T | null => {
  const best = all.reduce<T | null>((found, one) => (found === null || distance(one) < distance(found) ? one : found), null);
  return best !== null && distance(best) <= within ? best : null;
};

export const middle = (action: Action): number => (action.from + action.to) / 2;
export const actionAt = (take: Take, time: number): Action | null => take.actions.find((one) => one.from <= time && time < one.to) ?? null;
/** Times go to the server in whole tenths of a millisecond and come back as frames. */
export const cutAt = (take: Take, time: number): number | null =>
  nearest(take.actions.slice(1).map((one) => one.from), (cut) => Math.abs(cut - time), 0.6 / take.rate);
export const strikeAt = (take: Take, time: number, limb: string): Strike | null =>
  nearest(take.strikes.filter((one) => one.limb === limb), (one) => Math.abs(one.time - time), 0.6 / take.rate);

async function json<T>(address: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(address, init);
  const value: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((value as { error?: string } | null)?.error ?? `the studio answered ${answer.status}`);
  return value as T;
}

export const loadTakes = (): Promise<Take[]> => json<Take[]>("api/takes");
export const loadClasses = (): Promise<{ word: string; meaning: string }[]> => json("api/classes");

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

const whole = (edits: Partial<Edits>): Edits => ({
  new_classes: edits.new_classes ?? [], cuts: edits.cuts ?? [], actions: edits.actions ?? [],
  supports: edits.supports ?? [], strikes: edits.strikes ?? [],
});

/** The edits of one take. One change at a time goes out; what is refused changes nothing. */
export class EditSession {
  private undone: Edits[] = [];
  private done: Edits[] = [];
  private current: Edits;
  private waiting: Promise<void> = Promise.resolve();

  constructor(private readonly index: number, edits: Partial<Edits>, private readonly saved: (take: Take) => void) {
    this.current = whole(edits);
  }

  get canUndo(): boolean { return this.done.length > 0; }
  get canRedo(): boolean { return this.undone.length > 0; }
  get count(): number {
    const { cuts, actions, supports, strikes } = this.current;
    return cuts.length + actions.length + supports.length + strikes.length;
  }

  change(make: (edits: Edits) => void): Promise<void> {
    return this.queue(async () => {
      const next = structuredClone(this.current);
      make(next);
      const take = await this.post(next);
      this.done.push(this.current);
      this.undone = [];
      this.current = next;
      this.saved(take);
    });
  }

  undo(): Promise<void> { return this.travel(this.done, this.undone); }
  redo(): Promise<void> { return this.travel(this.undone, this.done); }

  private travel(from: Edits[], to: Edits[]): Promise<void> {
    return this.queue(async () => {
      const next = from[from.length - 1];
      if (!next) return;
      const take = await this.post(next);
      from.pop();
      to.push(this.current);
      this.current = next;
      this.saved(take);
    });
  }

  private queue(work: () => Promise<void>): Promise<void> {
    const result = this.waiting.then(work);
    this.waiting = result.catch(() => undefined);
    return result;
  }

  private post(edits: Edits): Promise<Take> {
    return json<Take>(`api/takes/${this.index}/edits`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(edits),
    });
  }
}
