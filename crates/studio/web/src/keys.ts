// What keys do, besides steering.

import type { Clips } from "./clips";
import type { Exporter } from "./export";
import type { Gallery } from "./gallery";
import { showHelp } from "./help";
import { OVERLAYS, type OverlayBar } from "./overlays/index";
import { SHOTS, type Shot } from "./shots";
import type { Store, View } from "./store";
import type { Theme } from "./theme";
import type { Transport } from "./transport";

export interface Keyed {
  store: Store; transport: Transport; overlays: OverlayBar; clips: Clips; theme: Theme; gallery: Gallery; exporter: Exporter;
  select(actor: number | null): void;
  /** Closes what is open on the right. */
  leave(): void;
  choose(view: View): void;
  shoot(shot: Shot): void;
  handOver(): boolean;
  frame(): void;
  toggleSound(): void;
  actors(): number;
  view(): View;
}

/** Does what a key is for. False where it is for nothing. */
export function shortcuts(app: Keyed): (key: string) => boolean {
  const { store, transport } = app;
  const next = (by: number): void => {
    const count = app.actors();
    if (count > 0) app.select(((store.state.selected ?? (by > 0 ? -1 : 0)) + by + count) % count);
  };
  const nextShot = (): void => {
    const at = SHOTS.findIndex(({ shot }) => shot === store.state.shot);
    app.shoot(SHOTS[(at + 1) % SHOTS.length]!.shot);
  };
  const everywhere: Record<string, () => void> = {
    g: () => void app.gallery.open(), t: () => app.theme.toggle(), "?": showHelp, c: () => app.choose(app.view() === "stage" ? "clips" : "stage"),
  };
  const onStage: Record<string, () => void> = {
    space: () => transport.toggle(), k: () => transport.toggle(), ".": () => transport.forward(), ",": () => transport.back(), l: () => transport.goLive(),
    r: () => transport.restart(), "[": () => transport.slower(-1), "]": () => transport.slower(1), escape: () => app.leave(),
    f: () => store.set({ follow: !store.state.follow, shot: "orbit" }), v: () => app.frame(), o: nextShot, h: () => void app.handOver(), m: () => app.toggleSound(),
    x: () => app.exporter.open(), n: () => next(1), p: () => next(-1),
  };
  return (key) => {
    if (app.view() === "clips" && app.clips.shortcut(key)) return true;
    // Digits alone may be the steered one's: with Shift they always mean overlays.
    const overlay = OVERLAYS[Number(key.replace("shift+", "")) - 1];
    if (overlay) { app.overlays.toggle(overlay.key); return true; }
    const action = everywhere[key] ?? (app.view() === "stage" ? onStage[key] : undefined);
    action?.();
    return action !== undefined;
  };
}
