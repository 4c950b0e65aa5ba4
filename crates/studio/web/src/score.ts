// How it goes: spheres collected and falls in a game, blows landed in a fight; in the middle above the stage.

import { anybodyCan } from "./abilities";
import { byId, h } from "./dom";
import { teamColour } from "./palette";
import type { OverlayMessage, SceneMessage, StageEvent } from "./protocol";

/** With more than these, blows are counted by team. */
const FEW = 4;

interface Side { name: string; team: number; hits: number }

/** A blow that landed, on somebody or on a target. */
export type Blow = Extract<StageEvent, { kind: "strike" | "hit" }>;
export const isBlow = (event: StageEvent): event is Blow => event.kind === "strike" || event.kind === "hit";

export class Score {
  private readonly element = byId("score");
  private scene: SceneMessage | null = null;
  private sides: Side[] = [];
  private sideOf: number[] = [];
  private game: OverlayMessage["game"] = null;

  constructor(private readonly dark: () => boolean) {}

  /** What is shown, for tests. */
  get state(): { game: OverlayMessage["game"]; hits: { name: string; hits: number }[] } {
    return { game: this.game, hits: this.sides.map(({ name, hits }) => ({ name, hits })) };
  }

  open(scene: SceneMessage): void {
    this.scene = scene;
    this.game = scene.game ? { collected: 0, falls: 0 } : null;
    const { actors } = scene;
    const teams = [...new Set(actors.map(({ team }) => team))].sort((a, b) => a - b);
    const each = actors.length <= FEW;
    this.sides = each ? actors.map(({ name, team }) => ({ name, team, hits: 0 }))
      : teams.map((team) => ({ name: teams.length > 1 ? `team ${team}` : "everybody", team, hits: 0 }));
    this.sideOf = actors.map(({ team }, index) => (each ? index : teams.indexOf(team)));
    this.show();
  }

  note(event: StageEvent): void {
    const index = this.scene?.actors.findIndex(({ id }) => id === event.actor) ?? -1;
    const side = this.sides[this.sideOf[index] ?? -1];
    if (!side || !isBlow(event)) return;
    side.hits++;
    this.show();
  }

  tell({ game }: OverlayMessage): void {
    if (!game || (game.collected === this.game?.collected && game.falls === this.game.falls)) return;
    this.game = game;
    this.show();
  }

  show(): void {
    const fights = this.scene !== null && anybodyCan(this.scene, "fights");
    const fought = this.sides.some(({ hits }) => hits > 0);
    this.element.hidden = !this.game && !fights && !fought;
    const count = (number: number, what: string, tint?: string): HTMLElement =>
      h("span", { class: "count" }, tint ? h("i", { class: "dot", style: `background:${tint}` }) : null, h("b", {}, number), what);
    const colour = (team: number): string => `#${teamColour(team, this.dark()).toString(16).padStart(6, "0")}`;
    this.element.replaceChildren(
      ...(this.game ? [count(this.game.collected, "collected", "#f2b233"), count(this.game.falls, this.game.falls === 1 ? "fall" : "falls")]
        : this.sides.map(({ name, team, hits }) => count(hits, this.sides.length > 1 ? name : hits === 1 ? "hit" : "hits", colour(team)))),
    );
    this.element.title = this.game ? "" : "Blows landed since the scene began";
  }
}
