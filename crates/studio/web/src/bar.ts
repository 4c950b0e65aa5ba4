// The tools at the top: taking something home, light and sound; folded into a menu where there is little room.

import { byId, h, icon, iconButton } from "./dom";
import { fold } from "./fold";
import { showHelp } from "./help";
import type { Drop } from "./drop";
import { makeButton, type Maker } from "./maker";
import type { Share } from "./share";
import type { Store } from "./store";
import { Video } from "./video";

export interface Bar {
  store: Store; maker: Maker; share: Share; drop: Drop; canvas: HTMLCanvasElement;
  redraw(): void;
  theme(): void;
  sound(): void;
  export(): void;
  picture(): void;
}

export function buildBar({ store, maker, share, drop, theme, sound, export: take, picture, canvas, redraw }: Bar): void {
  const menu = byId<HTMLDetailsElement>("menu");
  menu.querySelector("summary")?.append(icon("dots"));
  const button = iconButton("sound", "Sound of blows", sound, "M");
  button.id = "sound";
  store.on(["sound"], (state) => button.setAttribute("aria-pressed", String(state.sound)));
  const video = new Video(canvas, () => store.state.scene?.name ?? "footwork", redraw);
  byId("bar-tools").append(
    makeButton(maker),
    h("button", { type: "button", class: "text-button", id: "files-open", title: "Bring motion files, or a shared run; or drop them anywhere", onclick: () => drop.choose() }, "Open"),
    h("button", { type: "button", class: "text-button", id: "share-open", title: "This run as a link or a file", onclick: () => void share.open() }, "Share"),
    h("button", { type: "button", class: "text-button", id: "export-open", title: "The last seconds as GLB or BVH (X)", onclick: take }, "Export"),
    video.button,
    iconButton("camera", "Save a picture", picture),
    button,
    iconButton("theme", "Light or dark", theme, "T"),
    iconButton("help", "Keys and help", showHelp, "?"),
  );
  fold(menu);
}
