// A film of what is to be seen, as WebM: begun and ended with one button.

import { clock, h, save, toast } from "./dom";

/** Pictures a second. */
const RATE = 60;
/** Bits a second. */
const BITS = 8_000_000;
/** Formats that browsers write, the better first. */
const FORMATS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

export class Video {
  readonly button = h("button", { type: "button", class: "text-button", id: "film", "aria-pressed": "false", title: "Film what you see, as WebM", onclick: () => this.toggle() }, "Film");
  private recorder: MediaRecorder | null = null;
  private timer = 0;

  /** `redraw` has a picture drawn though nothing moved: a stage that stands still is filmed, too. */
  constructor(private readonly canvas: HTMLCanvasElement, private readonly name: () => string, private readonly redraw: () => void) {
    this.button.hidden = typeof MediaRecorder === "undefined" || !("captureStream" in canvas);
  }

  private toggle(): void {
    if (this.recorder) { this.recorder.stop(); return; }
    const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
    if (!mimeType) { toast("This browser cannot film: it writes no WebM.", "error"); return; }
    const recorder = new MediaRecorder(this.canvas.captureStream(RATE), { mimeType, videoBitsPerSecond: BITS });
    const pieces: Blob[] = [];
    const began = performance.now();
    recorder.ondataavailable = ({ data }) => { if (data.size > 0) pieces.push(data); };
    recorder.onerror = () => toast("Filming failed; what was filmed so far is saved.", "error");
    recorder.onstop = () => {
      clearInterval(this.timer);
      this.recorder = null;
      this.show("Film", false);
      const film = new Blob(pieces, { type: "video/webm" });
      if (film.size === 0) { toast("Nothing was drawn while it was filmed: film a little longer.", "error"); return; }
      save(film, `${this.name()}.webm`);
      toast(`Saved a film of ${(film.size / 1024 / 1024).toFixed(1)} MB.`);
    };
    recorder.start(1000);
    this.recorder = recorder;
    const tick = (): void => {
      this.show(`Stop ${clock((performance.now() - began) / 1000).replace(/\.\d\d$/, "")}`, true);
      this.redraw();
    };
    this.timer = window.setInterval(tick, 500);
    tick();
  }

  private show(text: string, on: boolean): void {
    this.button.textContent = text;
    this.button.setAttribute("aria-pressed", String(on));
  }
}
