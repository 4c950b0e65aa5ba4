// Sharing a run: a file, or a link, with the scene, the seed and everything that was asked for. Played again, it is the same
// to the bit.

import { ask, post, sentence } from "./api";
import { byId, h, iconButton, save, toast } from "./dom";
import type { Script } from "./protocol";

/** Letters of a link: longer ones are cut by what they are sent with. */
const LONGEST = 8000;
const KEY = "run=";

export class Share {
  private readonly dialog = byId<HTMLDialogElement>("share");
  private readonly link = h("input", { type: "text", id: "share-link", readonly: true, "aria-label": "Link" });
  private readonly about = h("p", { class: "faint" });
  private script: Script | null = null;

  constructor() {
    this.dialog.append(
      h("header", {}, h("h2", { id: "share-title" }, "Share this run"), iconButton("close", "Close", () => this.dialog.close(), "Esc")),
      h("div", { class: "form" }, this.about,
        h("label", {}, h("span", {}, "Link"), this.link),
        h("div", { class: "row end" },
          h("button", { type: "button", class: "text-button", id: "share-copy", onclick: () => void this.copy() }, "Copy the link"),
          h("button", { type: "button", class: "solid", id: "share-file", autofocus: true, onclick: () => this.take() }, "Save as a file"))),
    );
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
  }

  async open(): Promise<void> {
    try {
      this.script = await ask<Script>("api/run");
    } catch (error) { toast(`There is nothing to share: ${sentence(error)}`, "error"); return; }
    const { scene, seed, people, cues, ticks } = this.script;
    const packed = await pack(this.script);
    const fits = packed.length < LONGEST;
    this.link.value = fits ? `${location.origin}${location.pathname}#${KEY}${packed}` : "This run is too long for a link: save it as a file.";
    byId<HTMLButtonElement>("share-copy").disabled = !fits;
    this.about.textContent = `${scene}, seed ${seed}, ${people == null ? "" : `${people} people, `}${(ticks / 60).toFixed(1)} s, ${cues.length} ${cues.length === 1 ? "thing" : "things"} that you did. Whoever opens it with the same Footwork sees the same run; drop the file on the page to play it.`;
    this.dialog.showModal();
  }

  /** A link with a run in it was opened. */
  async arrive(): Promise<void> {
    const at = location.hash.indexOf(KEY);
    if (at < 0) return;
    const packed = location.hash.slice(at + KEY.length);
    history.replaceState(null, "", location.pathname + location.search);
    try {
      await this.play(await unpack(packed));
    } catch (error) { toast(`This link cannot be played: ${sentence(error)}`, "error"); }
  }

  /** Plays a run's text. */
  async play(text: string): Promise<void> {
    let script: unknown;
    try { script = JSON.parse(text); } catch { throw new Error("it is damaged, or no run at all"); }
    await post("api/run", script);
    toast("Playing the shared run from its beginning.");
  }

  private async copy(): Promise<void> {
    try { await navigator.clipboard.writeText(this.link.value); toast("The link is copied."); }
    catch { this.link.select(); toast("Press Ctrl C to copy the link."); }
  }

  private take(): void {
    if (!this.script) return;
    save(new Blob([JSON.stringify(this.script)], { type: "application/json" }), `${this.script.scene}-${this.script.seed}.run.json`);
    toast("Saved the run.");
    this.dialog.close();
  }
}

/** Text as letters that links may have, made small. */
async function pack(script: Script): Promise<string> {
  const stream = new Blob([JSON.stringify(script)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(packed: string): Promise<string> {
  try {
    const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const stream = new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(stream).text();
  } catch { throw new Error("it is cut off, or no link of Footwork"); }
}
