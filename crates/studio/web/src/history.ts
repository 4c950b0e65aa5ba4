// The last minute of frames, as they came, to scrub back through.

import type { Frame } from "./link";

/** A thousand people for a minute would be 400 MB: then less than a minute is kept. */
const MOST_BYTES = 160 * 1024 * 1024;

export class History {
  private frames: Frame[] = [];
  private first = 0;
  private bytes = 0;

  constructor(private readonly mostTicks: number) {}

  get length(): number { return this.frames.length - this.first; }
  get oldest(): Frame | null { return this.frames[this.first] ?? null; }
  get newest(): Frame | null { return this.length > 0 ? this.frames[this.frames.length - 1]! : null; }

  clear(): void {
    this.frames = [];
    this.first = 0;
    this.bytes = 0;
  }

  push(frame: Frame): void {
    const newest = this.newest;
    // Time went back: the scene was started again.
    if (newest && frame.tick < newest.tick) this.clear();
    if (newest && frame.tick === newest.tick && this.length > 0) {
      this.bytes -= newest.buffer.byteLength;
      this.frames.pop();
    }
    this.frames.push(frame);
    this.bytes += frame.buffer.byteLength;
    while (this.length > 1 && (this.oldest!.tick < frame.tick - this.mostTicks || this.bytes > MOST_BYTES)) {
      this.bytes -= this.oldest!.buffer.byteLength;
      this.first++;
    }
    // Dropped frames stay in the array until there are many, so that dropping one does not move the rest.
    if (this.first > 1024) {
      this.frames.splice(0, this.first);
      this.first = 0;
    }
  }

  private indexOf(tick: number): number {
    let low = this.first;
    let high = this.frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames[middle]!.tick <= tick) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The newest frame that is not after a tick, or the oldest there is. */
  at(tick: number): Frame | null { return this.length > 0 ? this.frames[this.indexOf(tick)]! : null; }

  /** The frame before or after a tick: frames may be missing in between. */
  next(tick: number, by: 1 | -1): Frame | null {
    if (this.length === 0) return null;
    const index = Math.min(this.frames.length - 1, Math.max(this.first, this.indexOf(tick) + by));
    return this.frames[index]!;
  }

  /** Frames up to a tick, every so many ticks, oldest first. */
  *until(tick: number, ticks: number, every: number): Generator<Frame> {
    if (this.length === 0) return;
    const last = this.indexOf(tick);
    let want = -Infinity;
    for (let index = Math.max(this.first, this.indexOf(tick - ticks)); index <= last; index++) {
      const frame = this.frames[index]!;
      if (frame.tick >= want || index === last) { yield frame; want = frame.tick + every; }
    }
  }
}
