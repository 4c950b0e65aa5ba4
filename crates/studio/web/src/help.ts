// All keys on one page.

import { byId, h, iconButton } from "./dom";

const KEYS: [string, [string, string][]][] = [
  ["Time", [["Space, K", "play, pause"], [". ,", "one step on, back"], ["[ ]", "slower, faster"], ["R", "restart with the seed"], ["L", "back to live"]]],
  ["Looking", [["drag", "orbit"], ["right-drag, two fingers", "pan"], ["wheel, pinch", "zoom"], ["O", "next camera: broadcast, free, shoulder, top"], ["F", "follow"], ["V", "everybody in the picture"], ["Shift 1 – 9", "skeleton, contacts, feet, capsules, path, hits, values, hitting points, weight"]]],
  ["Actors", [["click", "select"], ["N P", "next, previous"], ["Esc", "select nobody"], ["shift-drag", "push"], ["drag a target", "carry it; Shift: along the ground"], ["alt-drag", "pull a hand or a foot"]]],
  ["Steering, where somebody is steered", [["W A S D, left stick", "go"], ["Q E, right stick", "turn"], ["Space, 1 – 9, A B X", "what the scene's card says"], ["H, Y", "hand over to another mind"], ["K", "play, pause"]]],
  ["Studio", [["G", "scenes"], ["C", "clips and stage"], ["X", "export"], ["T", "light, dark"], ["M", "sound of blows"], ["?", "this page"]]],
  ["Clips", [["Space", "play, pause"], ["← →", "one frame"], ["X", "cut at the playhead"], ["Del", "remove the cut or blow"], ["Ctrl Z, Ctrl Y", "undo, redo"]]],
];

export function showHelp(): void {
  const dialog = byId<HTMLDialogElement>("help");
  if (!dialog.hasChildNodes()) {
    dialog.append(
      h("header", {}, h("h2", { id: "help-title" }, "Keys"), iconButton("close", "Close", () => dialog.close(), "Esc")),
      h("div", { class: "keys" }, ...KEYS.map(([title, keys]) => h("section", {}, h("h3", {}, title),
        h("dl", { class: "controls" }, ...keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]))))),
    );
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  }
  dialog.showModal();
}
