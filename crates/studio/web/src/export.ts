// Taking something home: the last seconds as GLB or BVH, or a picture of what is to be seen.

import { byId, h, iconButton, save, toast } from "./dom";
import type { ActorInfo } from "./protocol";

export class Exporter {
  private readonly dialog = byId<HTMLDialogElement>("export");
  private readonly seconds = h("input", { type: "number", id: "export-seconds", autofocus: true, min: 1, max: 60, step: 1, value: 10 });
  private readonly format = h("select", { id: "export-format", onchange: () => this.update() },
    h("option", { value: "glb" }, "GLB – everybody, for Blender, Godot, Unreal"), h("option", { value: "bvh" }, "BVH – one actor, for Maya, MotionBuilder"));
  private readonly actor = h("select", { id: "export-actor" });
  private readonly actorRow: HTMLElement;
  private readonly button = h("button", { type: "submit", class: "solid", id: "export-go" }, "Export");

  constructor(private readonly scene: () => { name: string; actors: ActorInfo[] }, private readonly selected: () => number | null) {
    this.actorRow = h("label", {}, h("span", {}, "Actor"), this.actor);
    this.dialog.append(
      h("header", {}, h("h2", { id: "export-title" }, "Export"), iconButton("close", "Close", () => this.dialog.close(), "Esc")),
      h("form", { class: "form", onsubmit: (event: SubmitEvent) => { event.preventDefault(); void this.go(); } },
        h("label", {}, h("span", {}, "Last seconds"), this.seconds),
        h("label", {}, h("span", {}, "Format"), this.format),
        this.actorRow,
        h("div", { class: "row end" }, this.button)),
    );
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
  }

  open(): void {
    this.actor.replaceChildren(...this.scene().actors.map((one) => h("option", { value: one.id }, `${one.name} (${one.id})`)));
    const chosen = this.selected();
    if (chosen !== null) this.actor.value = String(chosen);
    this.update();
    this.dialog.showModal();
  }

  private update(): void { this.actorRow.hidden = this.format.value !== "bvh"; }

  private async go(): Promise<void> {
    const format = this.format.value;
    const query = new URLSearchParams({ seconds: this.seconds.value, format });
    if (format === "bvh") query.set("actor", this.actor.value);
    this.button.disabled = true;
    try {
      const answer = await fetch(`api/export?${query}`);
      if (!answer.ok) {
        const { error } = (await answer.json().catch(() => ({}))) as { error?: string };
        throw new Error(error ?? `the studio answered ${answer.status}`);
      }
      const blob = await answer.blob();
      save(blob, `${this.scene().name}.${format}`);
      toast(`Exported ${(blob.size / 1024).toFixed(0)} kB of ${format.toUpperCase()}.`);
      this.dialog.close();
    } catch (error) {
      toast(`Not exported: ${error instanceof Error ? error.message : String(error)}`, "error");
    } finally {
      this.button.disabled = false;
    }
  }
}

export function screenshot(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => {
    if (!blob) { toast("The picture could not be made.", "error"); return; }
    save(blob, `${name}.png`);
    toast("Saved a picture.");
  }, "image/png");
}
