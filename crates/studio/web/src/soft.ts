// A round patch that fades from its middle: halos, and the dark under feet.

import { CanvasTexture } from "three";

/** Light that fades from the middle. */
export function soft(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const context = canvas.getContext("2d");
  if (context) {
    const fade = context.createRadialGradient(32, 32, 0, 32, 32, 32);
    for (const [stop, alpha] of [[0, 0.9], [0.35, 0.5], [0.65, 0.16], [1, 0]] as const) fade.addColorStop(stop, `rgb(255 255 255 / ${alpha})`);
    context.fillStyle = fade;
    context.fillRect(0, 0, 64, 64);
  }
  return new CanvasTexture(canvas);
}
