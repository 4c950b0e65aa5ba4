// What became of the keys of whoever is steered: what is asked for while it waits, and for a moment what was not answered and why. In
// a line under the score, where panels are closed, and on the button that a thumb pressed.

import { byId, h } from "./dom";
import type { ActorKeys, KeyLoss, KeysMessage } from "./protocol";
import { capital } from "./say";
import type { Store } from "./store";

/** s, that it can be read that a key was lost. */
const READ = 1.4;
const WHY: Record<KeyLoss, string> = { late: "came too late", replaced: "replaced", not_now: "not now" };

export interface KeySignHost {
  /** The number of whoever is asked, and what a button of theirs is called. */
  asked(): number | null;
  name(button: number): string | null;
}

export class KeySigns {
  private readonly element = byId("asked");
  /** What was lost before is no news, nor what a page that has just come is told. */
  private known: string | null = null;
  private lost: ActorKeys["lost"] = null;
  private own: ActorKeys | null = null;
  /** Of another one, what was lost before is no news either. */
  private whose: number | null = null;
  private timer = 0;

  constructor(store: Store, private readonly host: KeySignHost) {
    store.on(["scene"], () => { this.known = null; this.forget(); });
    store.on(["keys", "selected"], ({ keys }) => this.show(keys));
  }

  private show({ keys }: KeysMessage): void {
    const asked = this.host.asked();
    const own = keys.find(({ actor }) => actor === asked) ?? null;
    if (own && own.actor !== this.whose) {
      this.whose = own.actor;
      this.known = null;
      this.forget();
    }
    const news = own?.lost ? `${own.actor} ${own.lost.tick} ${own.lost.button}` : "";
    if (own && this.known !== null && news !== this.known && own.lost) {
      this.lost = own.lost;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => { this.forget(); this.draw(this.own); }, READ * 1000);
    }
    if (own) this.known = news;
    this.own = own;
    this.draw(own);
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.lost = null;
  }

  private draw(own: ActorKeys | null): void {
    const waits = own?.waits ?? null;
    const { lost } = this;
    const named = (button: number): string => capital(this.host.name(button) ?? "");
    this.element.hidden = waits === null && lost === null;
    this.element.dataset.state = waits !== null ? "waits" : lost !== null ? "lost" : "";
    this.element.replaceChildren(
      ...(lost ? [h("s", {}, named(lost.button)), ...(waits === null ? [h("small", {}, WHY[lost.why])] : [])] : []),
      ...(waits !== null ? [h("b", {}, named(waits)), h("small", {}, "waits")] : []));
    for (const press of byId("buttons").children) {
      const button = Number((press as HTMLElement).dataset.button);
      (press as HTMLElement).dataset.key = button === waits ? "waits" : button === lost?.button ? "lost" : "";
    }
  }
}
