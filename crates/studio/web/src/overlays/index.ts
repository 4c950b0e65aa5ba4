// What can be shown over the bodies. Another overlay is a file of its own and a line in OVERLAYS.

import { Group, LineSegments, Mesh } from "three";
import { anybodyCan } from "../abilities";
import { byId, h } from "../dom";
import type { StageEvent } from "../protocol";
import type { Scene } from "../scene";
import { Capsules } from "./capsules";
import { Contacts } from "./contacts";
import { PlantedFeet } from "./feet";
import { HeatMap } from "./heat";
import { Hits } from "./hits";
import type { Cast, Moment, Overlay, OverlayKind } from "./overlay";
import { RootPath } from "./path";
import { HittingPoints } from "./points";
import { SelectionRing } from "./ring";
import { Skeletons } from "./skeleton";
import { Volumes } from "./volumes";
import { WeightOverlay } from "./weight";

const drags = (scene: Scene): boolean => scene.offers.includes("drag");
const dodges = (scene: Scene): boolean => anybodyCan(scene, "dodges");
const fights = (scene: Scene): boolean => anybodyCan(scene, "fights");

export const OVERLAYS: readonly OverlayKind[] = [
  { key: "skeleton", label: "Skeleton", make: (cast) => new Skeletons(cast), inside: true },
  { key: "contacts", label: "Contacts", make: (cast) => new Contacts(cast) },
  { key: "planted", label: "Planted feet", make: (cast) => new PlantedFeet(cast) },
  { key: "capsules", label: "Capsules", make: (cast) => new Capsules(cast), inside: true },
  { key: "path", label: "Root path", make: (cast) => new RootPath(cast) },
  { key: "hits", label: "Hits", tip: "Marks where blows land", make: (cast) => new Hits(cast), on: true, suits: fights },
  { key: "values", label: "Values", tip: "What it is worth to have the target there: yellow is best", make: () => new HeatMap(), suits: fights },
  { key: "points", label: "Hitting points", tip: "Where blows land, from where the fighter stands", make: () => new HittingPoints(), suits: fights },
  { key: "weight", label: "Weight", tip: "The physical body of whoever is selected: parts, targets, forces, and what was let go", make: (cast) => new WeightOverlay(cast), inside: true, suits: drags },
  { key: "volumes", label: "Volumes", tip: "What whoever is selected compares: what comes in red, its body in grey, where it will have been in blue, where it will be in green", make: () => new Volumes(), suits: dodges },
];

/** The switches, one for everything that is shown: the stage and the clip browser share them. */
export class OverlayBar {
  private readonly on = new Set(OVERLAYS.filter((kind) => kind.on).map((kind) => kind.key));

  constructor(private readonly changed: () => void) {
    byId("overlays").append(...OVERLAYS.map(({ key, label, tip }, index) => h("button", {
      type: "button", class: "chip", id: `show-${key}`, "aria-pressed": String(this.on.has(key)),
      title: `${tip ?? label}${index < 9 ? ` (Shift ${index + 1})` : ""}`, onclick: () => this.toggle(key),
    }, label)));
  }

  /** Another scene: switches that would show nothing are put away. */
  suit(scene: Scene): void {
    for (const { key, suits } of OVERLAYS) byId(`show-${key}`).hidden = suits !== undefined && !suits(scene);
  }

  /** The keys of those that are shown, in order. */
  get shown(): string[] { return OVERLAYS.map(({ key }) => key).filter((key) => this.on.has(key)); }
  shows(key: string): boolean { return this.on.has(key); }
  /** Whether bodies should step back. */
  get inside(): boolean { return OVERLAYS.some(({ key, inside }) => inside && this.on.has(key)); }

  toggle(key: string): void {
    if (!this.on.delete(key)) this.on.add(key);
    byId(`show-${key}`).setAttribute("aria-pressed", String(this.on.has(key)));
    this.changed();
  }
}

/** All overlays of one scene. */
export class Overlays {
  readonly object = new Group();
  private readonly rings = [new SelectionRing("selected"), new SelectionRing("pointed")];
  private readonly all: { key: string; overlay: Overlay }[];

  constructor(cast: Cast, private readonly bar: OverlayBar) {
    this.all = OVERLAYS.map(({ key, make }) => ({ key, overlay: make(cast) }));
    this.object.add(...this.rings.map(({ object }) => object), ...this.all.map(({ overlay }) => overlay.object));
  }

  note(event: StageEvent, tick: number): void {
    for (const { overlay } of this.all) overlay.note?.(event, tick);
  }

  update(moment: Moment): void {
    for (const ring of this.rings) ring.update(moment);
    for (const { key, overlay } of this.all) {
      overlay.object.visible = this.bar.shows(key);
      if (overlay.object.visible) overlay.update(moment);
    }
  }

  dispose(): void {
    this.object.traverse((one) => {
      if (one instanceof Mesh || one instanceof LineSegments) one.geometry.dispose();
    });
    this.object.removeFromParent();
  }
}
