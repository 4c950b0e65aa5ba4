// Overlays read frames of the stage: this makes one of a take, with the feet that the annotation says are down.

import { Frame } from "./link";
import type { Take, TakeFrames } from "./takes";

export function asFrame(frames: TakeFrames, take: Take, index: number, time: number, joints: number): Frame {
  const buffer = new ArrayBuffer(24 + 20 + 4 * joints);
  const view = new DataView(buffer);
  view.setUint8(0, 1);
  view.setUint32(4, 1, true);
  view.setBigUint64(8, BigInt(index), true);
  for (let byte = 0; byte < 12; byte += 4) view.setFloat32(24 + byte, frames.view.getFloat32(8 + index * frames.stride + byte, true), true);
  const down = (spans: [number, number][]): boolean => spans.some(([from, to]) => from <= time && time <= to);
  view.setUint8(36, (down(take.supports.left) ? 1 : 0) | (down(take.supports.right) ? 2 : 0));
  return Frame.read(buffer, joints)!;
}
