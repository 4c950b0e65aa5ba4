// All keys on one page.

import { byId, h, iconButton } from "./dom";

const KEYS: [string, [string, string][]][] = [
  ["Time", [["Space", "play, pause"], [". ,", "one step on, back"], ["[ ]", "slower, faster"], ["R", "restart with the seed"], ["L", "back to now"]]],
  ["Looking", [["drag", "orbit"], ["right-drag, two fingers", "pan"], ["wheel, pinch", "zoom"], ["F", "follow"], ["H", "everybody in the picture"], ["1 – 5", "skeleton, contacts, feet, capsules, path"]]],
  ["Actors", [["click", "select"], ["N P", "next, previous"], ["Esc", "select nobody"], ["WASD, arrows, gamepad", "steer, if the scene allows"], ["shift-drag", "push, if the scene allows"]]],
  ["Studio", [["G", "scenes"], ["C", "clips and stage"], ["E", "export"], ["T", "light, dark"], ["?", "this page"]]],
  ["Clips", [["Space", "play, pause"], ["← →", "one frame"], ["X", "cut at the playhead"], ["Del", "remove the selected cut"], ["Ctrl Z, Ctrl Y", "undo, redo"]]],
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
