// placeholder, replaced below
import type { Eye } from "./camera";
import type { SceneMessage } from "./link";
import type { OverlayBar } from "./overlays";
import type { World } from "./world";
export class Clips {
  constructor(_w: World, _e: Eye, _o: OverlayBar) {}
  touch(): void {} look(): void {} scene(_s: SceneMessage): void {} show(_on: boolean): void {} update(_s: number): void {}
  shortcut(_k: string): boolean { return false; } state(): unknown { return null; }
}
