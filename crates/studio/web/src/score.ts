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
    this.element.replaceChildren(
      ...(score.clock === null ? [] : [h("time", { class: "clock" }, clock(score.clock).replace(/\.\d\d$/, ""))]),
      ...score.rows.map((row) => this.row(row, scene, dark)),
    );
    if (score.banner !== this.said) {
      this.said = score.banner;
      this.banner.textContent = score.banner ?? "";
      this.banner.hidden = score.banner === null;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => { this.banner.hidden = true; }, BANNER * 1000);
    }
  }

  private row({ label, value, bar, actor, team }: ScoreRow, scene: Scene | null, dark: boolean): HTMLElement {
    const whose = actor !== null ? scene?.actors[actor] : scene?.actors.find((one) => one.team === team);
    const mixed = new Set(scene?.actors.map((one) => one.team)).size > 1;
    const colour = whose && scene && (actor !== null || mixed) ? colourOf({ ...whose, fights: can(scene, whose, "fights") }, mixed, scene.actors.length, dark) : null;
    return h("span", { class: "count" },
      colour !== null && h("i", { class: "dot", style: `background:#${colour.toString(16).padStart(6, "0")}` }),
      h("b", {}, figure(value)), h("span", {}, label),
      bar !== null && h("i", { class: "bar" }, h("i", { style: `width:${(Math.min(1, Math.max(0, bar)) * 100).toFixed(0)}%` })));
  }

  get rows(): ScoreRow[] { return this.store.state.score.rows; }
}
