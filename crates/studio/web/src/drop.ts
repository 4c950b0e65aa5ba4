// Dropping files: motion is imported, with what the doctor found and a choice of what to do with it; runs are played.

import { ask, post, sentence } from "./api";
import { byId, counted, h, iconButton, toast } from "./dom";
import type { Draft } from "./draft";
import type { Maker } from "./maker";
import type { ImportReport } from "./protocol";
import type { Share } from "./share";
import type { Wardrobe } from "./wardrobe";

const MOTION = /\.(bvh|glb|gltf|vrm|asf|amc|fbx)$/i;
const WORN = /\.(glb|gltf|vrm)$/i;
const RUN = /\.json$/i;
/** Bytes: the server takes no more. */
const MOST = 192 * 1024 * 1024;
/** Bytes: a run of hours has a few megabytes. */
const MOST_RUN = 32 * 1024 * 1024;
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

export class Drop {
  private readonly dialog = byId<HTMLDialogElement>("import");
  private readonly body = h("div", { class: "form" });
  private readonly chooser = h("input", { type: "file", multiple: true, hidden: true, accept: ".bvh,.glb,.gltf,.vrm,.asf,.amc,.fbx,.json", "aria-label": "Files to open" });

  constructor(private readonly maker: Maker, private readonly share: Share, private readonly wardrobe: Wardrobe) {
    this.dialog.append(h("header", {}, h("h2", { id: "import-title" }, "Your files"), iconButton("close", "Close", () => this.dialog.close(), "Esc")), this.body);
    byId("view").append(this.chooser);
    this.chooser.addEventListener("change", () => { void this.take([...(this.chooser.files ?? [])]); this.chooser.value = ""; });
    const mark = byId("drop");
    let depth = 0;
    const files = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    addEventListener("dragenter", (event) => { if (files(event)) { depth++; mark.hidden = false; event.preventDefault(); } });
    addEventListener("dragover", (event) => { if (files(event)) event.preventDefault(); });
    addEventListener("dragleave", () => { depth = Math.max(0, depth - 1); mark.hidden = depth === 0; });
    addEventListener("drop", (event) => {
      depth = 0;
      mark.hidden = true;
      if (!files(event)) return;
      event.preventDefault();
      void this.take([...(event.dataTransfer?.files ?? [])]);
    });
  }

  choose(): void { this.chooser.click(); }

  /** Files that were dropped: of what cannot be used it is said why, and nothing is lost. */
  async take(files: File[]): Promise<void> {
    if (files.length === 1 && files[0] && RUN.test(files[0].name)) {
      if (files[0].size > MOST_RUN) return toast(`${files[0].name} has ${megabytes(files[0].size)}, and no run has: it is not played.`, "error");
      try { await this.share.play(await files[0].text()); } catch (error) { toast(`${files[0].name} cannot be played: ${sentence(error)}`, "error"); }
      return;
    }
    const motion = files.filter((file) => MOTION.test(file.name));
    for (const file of files) if (!motion.includes(file)) toast(`${file.name} is no motion file: drop BVH, GLB, glTF, VRM or FBX, or AMC with its ASF.`, "error");
    const large = motion.filter((file) => file.size > MOST);
    for (const file of large) toast(`${file.name} has ${megabytes(file.size)}, and at most ${megabytes(MOST)} can be taken: cut it into takes first.`, "error");
    const wanted = motion.filter((file) => !large.includes(file));
    const [only] = wanted;
    const show = (): void => { if (!this.dialog.open) this.dialog.showModal(); };
    if (only && wanted.length === 1 && WORN.test(only.name) && await this.wardrobe.offer(only, this.body, show, () => this.dialog.close(), () => void this.bring(wanted))) return;
    if (wanted.length > 0) await this.bring(wanted);
  }

  private async bring(files: File[]): Promise<void> {
    const words = h("p", { role: "status" });
    const bar = h("progress", { max: files.length + 1, value: 0, "aria-label": "How far it is" });
    this.body.replaceChildren(words, bar);
    if (!this.dialog.open) this.dialog.showModal();
    const name = (files[0]?.name.replace(/\.[^.]*$/, "") ?? "mine").replace(/[^\p{L}\p{N} _-]/gu, "-").slice(0, 60);
    try {
      for (const [index, file] of files.entries()) {
        words.textContent = `Reading ${file.name}…`;
        bar.value = index;
        await ask(`api/files/${encodeURIComponent(file.name)}`, { method: "POST", body: file });
      }
      words.textContent = "Looking for steps, blows and faults…";
      bar.value = files.length;
      this.tell(name, await post<ImportReport>("api/import", { name, files: files.map((file) => file.name) }));
    } catch (error) {
      const again = h("button", { type: "button", class: "solid", onclick: () => void this.bring(files) }, "Try again");
      this.body.replaceChildren(h("p", { class: "problem", role: "alert" }, `Not imported: ${sentence(error)}.`), h("div", { class: "row end" }, again));
    }
  }

  /** What the doctor found, and what can be done now. */
  private tell(name: string, { takes, mended, skipped, remarks, uses }: ImportReport): void {
    const seconds = takes.reduce((sum, take) => sum + take.seconds, 0);
    const blows = takes.reduce((sum, take) => sum + take.strikes, 0);
    const notes = (kind: string, label: string, list: string[]): HTMLElement[] => list.map((note) => h("li", { "data-kind": kind }, h("small", {}, label), note));
    this.body.replaceChildren(
      h("p", {}, h("b", {}, `${counted(takes.length, "take")}, ${seconds.toFixed(1)} s, ${counted(takes.reduce((sum, take) => sum + take.actions, 0), "action")}, ${counted(blows, "blow")}.`)),
      h("ul", { class: "report" }, ...notes("error", "not used", skipped), ...notes("warning", "mended", mended), ...notes("note", "found", remarks),
        mended.length + skipped.length + remarks.length === 0 && h("li", {}, "The doctor found nothing wrong.")),
      h("h3", {}, "What shall they do?"),
      h("div", { class: "wrap" }, ...uses.map(({ label, tip, draft }) => h("button", { type: "button", class: "text-button", title: tip, "data-use": label, onclick: () => { this.dialog.close(); void this.maker.show(draft as Draft, name); } }, label))));
  }
}
