// How it goes, as the server says: the same in every tab. Rows with a colour, a number and a bar; a clock; a banner.

import { byId, clock, h } from "./dom";
import { can } from "./abilities";
import { colourOf } from "./looks";
import { figure } from "./say";
import type { Scene } from "./scene";
import type { ScoreRow, StageEvent } from "./protocol";
import type { State, Store } from "./store";

/** A blow that landed, on somebody or on a target. */
export type Blow = Extract<StageEvent, { kind: "strike" | "hit" }>;
export const isBlow = (event: StageEvent): event is Blow => event.kind === "strike" || event.kind === "hit";

/** s, that a banner stays. */
const BANNER = 3.5;

export class Score {
  private readonly element = byId("score");
  private readonly banner = byId("banner");
  private said: string | null = null;
  private timer = 0;

  constructor(private readonly store: Store) {
    store.on(["score", "scene", "dark"], (state) => this.show(state));
  }

  private show({ score, scene, dark }: State): void {
    this.element.hidden = score.rows.length === 0 && score.clock === null;
    const time = score.clock === null ? null : h("time", { class: "clock" }, clock(score.clock).replace(/\.\d\d$/, ""));
    // Two with a bar each stand against each other, with the clock between them; what else there is goes below.
    const sides = score.rows.filter(({ bar, actor }) => bar !== null && actor !== null);
    const versus = sides.length === 2;
    this.element.toggleAttribute("data-versus", versus);
    if (!versus) this.element.replaceChildren(...(time ? [time] : []), ...score.rows.map((row) => this.row(row, scene, dark)));
    else {
      const rest = score.rows.filter((row) => !sides.includes(row));
      const about = rest.filter(({ value }) => value.kind === "of").map(({ label, value }) => h("small", {}, `${label} ${figure(value)}`));
      const [left, right] = sides.map((row) => this.side(row, scene, dark));
      this.element.replaceChildren(h("div", { class: "versus" }, left!, h("div", { class: "between" }, time, ...about), right!),
        h("div", { class: "counts" }, ...rest.filter(({ value }) => value.kind !== "of").map((row) => this.row(row, scene, dark))));
    }
    if (score.banner !== this.said) {
      this.said = score.banner;
      this.banner.textContent = score.banner ?? "";
      this.banner.hidden = score.banner === null;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => { this.banner.hidden = true; }, BANNER * 1000);
    }
  }

  private colour({ actor, team }: ScoreRow, scene: Scene | null, dark: boolean): string | null {
    const whose = actor !== null ? scene?.actors[actor] : scene?.actors.find((one) => one.team === team);
    const mixed = new Set(scene?.actors.map((one) => one.team)).size > 1;
    if (!whose || !scene || (actor === null && !mixed)) return null;
    return `#${colourOf({ ...whose, fights: can(scene, whose, "fights") }, mixed, scene.actors.length, dark).toString(16).padStart(6, "0")}`;
  }

  private row(row: ScoreRow, scene: Scene | null, dark: boolean): HTMLElement {
    const colour = this.colour(row, scene, dark);
    return h("span", { class: "count" },
      colour !== null && h("i", { class: "dot", style: `background:${colour}` }),
      h("b", {}, figure(row.value)), h("span", {}, row.label), row.bar !== null && bar(row.bar, null));
  }

  /** Somebody against somebody: a name, how much is left, and a bar that is as wide as there is room. */
  private side(row: ScoreRow, scene: Scene | null, dark: boolean): HTMLElement {
    return h("div", { class: "side" }, h("span", {}, row.label), h("b", {}, figure(row.value)), bar(row.bar ?? 0, this.colour(row, scene, dark)));
  }

  get rows(): ScoreRow[] { return this.store.state.score.rows; }
}

/** Red where little is left. */
function bar(share: number, colour: string | null): HTMLElement {
  const left = Math.min(1, Math.max(0, share));
  return h("i", { class: left < 0.3 ? "bar low" : "bar" }, h("i", { style: `width:${(left * 100).toFixed(0)}%${colour && left >= 0.3 ? `;background:${colour}` : ""}` }));
}
