// A character that is dropped: who wears it, or whether its motion is wanted; and taking it off again.

import { ask, sentence } from "./api";
import { byId, h, iconButton, toast } from "./dom";
import type { WornInfo } from "./protocol";
import { capital } from "./say";
import type { Stage } from "./stage";
import type { Store } from "./store";

/** Bytes: the server takes no larger character. */
const MOST = 96 * 1024 * 1024;
const GLB = 0x46546c67;

/** What is in a file that could be worn. */
interface Contents { skins: boolean; animations: boolean }

/** What a glTF, GLB or VRM file has in it, out of its JSON; nothing of one that cannot be read: the server says why. */
async function contents(file: File): Promise<Contents> {
  try {
    const head = new DataView(await file.slice(0, 20).arrayBuffer());
    const binary = head.byteLength === 20 && head.getUint32(0, true) === GLB;
    const text = await (binary ? file.slice(20, 20 + head.getUint32(12, true)) : file).text();
    const { skins, animations } = JSON.parse(text) as { skins?: unknown[]; animations?: unknown[] };
    return { skins: (skins?.length ?? 0) > 0, animations: (animations?.length ?? 0) > 0 };
  } catch { return { skins: false, animations: true }; }
}

export class Wardrobe {
  private readonly note = byId("worn");

  constructor(private readonly stage: Stage, private readonly store: Store) {}

  /** What is worn now, as the server says. */
  tell(worn: WornInfo | null): void {
    void this.stage.costume.wear(worn);
    this.note.hidden = worn === null;
    if (!worn) return;
    const who = worn.actor === null ? "Everybody" : capital(this.store.state.scene?.actors[worn.actor]?.name ?? "one");
    this.note.replaceChildren(h("span", { title: worn.file }, `${who}: ${worn.file}`), Object.assign(iconButton("close", "Take it off", () => void this.takeOff()), { id: "take-off" }));
  }

  /** Whether a file is somebody to wear: then that is offered, beside what `otherwise` does with its motion. */
  async offer(file: File, box: HTMLElement, open: () => void, close: () => void, otherwise: () => void): Promise<boolean> {
    const { skins, animations } = await contents(file);
    const { scene, selected } = this.store.state;
    if (!skins || !scene) return false;
    const one = scene.actors[selected ?? 0];
    const wear = (label: string, actor: number | null, id: string): HTMLElement =>
      h("button", { type: "button", class: id === "wear-all" ? "solid" : "text-button", id, onclick: () => void this.wear(file, actor, box, close) }, label);
    box.replaceChildren(
      h("p", {}, h("b", {}, file.name), " is a character. Scenes can be shown on it: its own mesh and materials, moved as the actors move."),
      h("div", { class: "wrap" },
        wear(scene.actors.length > 1 ? "Everybody wears it" : "Wear it", null, "wear-all"),
        scene.actors.length > 1 && one && wear(`Only ${one.name} wears it`, one.id, "wear-one"),
        animations && h("button", { type: "button", class: "text-button", id: "wear-import", onclick: otherwise }, "Import its motion instead")));
    open();
    return true;
  }

  private async wear(file: File, actor: number | null, box: HTMLElement, close: () => void): Promise<void> {
    const refuse = (why: string): void => box.replaceChildren(h("p", { class: "problem", role: "alert" }, `Not worn: ${why}.`));
    if (file.size > MOST) return refuse(`${file.name} has ${(file.size / 1024 / 1024).toFixed(0)} MB, and at most ${MOST / 1024 / 1024} MB can be taken`);
    box.replaceChildren(h("p", { role: "status" }, `Fitting ${file.name}…`), h("progress", { "aria-label": "How far it is" }));
    try {
      await ask(`api/character/${encodeURIComponent(file.name)}${actor === null ? "" : `?actor=${actor}`}`, { method: "POST", body: file });
      close();
    } catch (error) { refuse(sentence(error)); }
  }

  private async takeOff(): Promise<void> {
    try { await ask("api/character", { method: "DELETE" }); } catch (error) { toast(`Not taken off: ${sentence(error)}.`, "error"); }
  }
}
