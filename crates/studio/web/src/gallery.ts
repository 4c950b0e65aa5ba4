// Choosing a scene: a line and a picture each. A scene of one's own, of which there is no picture, shows who is in it.

import { byId, h, iconButton, s, toast } from "./dom";
import type { Link } from "./link";
import { pictureOf } from "./loading";
import type { Offer, SceneInfo } from "./protocol";
import type { Store } from "./store";

// Strokes of little people in a box of 20 by 40, feet at 40: walking, on guard, standing.
const POSES = {
  walk: "M10 12v12M10 24l-5 8-3 7M10 24l4 7 4 7M10 14l-6 7 2 5M10 14l6 6 3-3",
  guard: "M9 12l1 12M10 24l-3 8 1 7M10 24l7-3 8-5M9 14l5 4 3-6M9 14l-3 5 6 1",
  stand: "M10 12v13M10 25l-2.500 14M10 25l2.500 14M10 14l-4.500 6-.500 6M10 14l4.500 6 .500 6",
};
const OFFERS: Record<Offer, string> = { push: "push", target: "move the target", steer: "steer", drag: "drag bodies", throw: "throw things", path: "draw paths" };
const TINTS = ["k1", "l0", "k3", "k4"];

function drawing(scene: SceneInfo): SVGSVGElement {
  const pose = scene.abilities.includes("fights") ? POSES.guard : POSES.walk;
  const picture = s("svg", { viewBox: "0 0 160 90", class: "drawing", "aria-hidden": "true" });
  for (let i = 0; i < 5; i++) picture.append(s("path", { class: "floor", d: `M${-40 + i * 60} 90L${50 + i * 15} 46` }));
  picture.append(s("path", { class: "floor", d: "M0 56h160M0 70h160" }));
  const many = Math.min(scene.actors, 24);
  const rows = many > 12 ? 3 : many > 4 ? 2 : 1;
  for (let row = 0; row < rows; row++) {
    const here = Math.ceil(many / rows);
    const scale = (many === 1 ? 1.5 : 1.2) * (0.5 + (0.5 * (row + 1)) / rows) * (rows === 3 ? 0.72 : 1);
    const foot = 84 - (rows - 1 - row) * 13;
    for (let i = 0; i < here; i++) {
      const x = 80 + (i - (here - 1) / 2) * Math.min(26 * scale, 130 / here) + (row % 2) * 5;
      const figure = s("g", { transform: `translate(${x - 10 * scale} ${foot - 40 * scale}) scale(${scale})`, class: `person ${many > 1 ? TINTS[(i + row) % (many > 4 ? 2 : 4)] : "k1"}` },
        s("path", { d: scene.actors === 3 && i === 2 ? POSES.stand : pose }), s("circle", { cx: 10, cy: 6.500, r: 4 }));
      picture.append(figure);
    }
  }
  return picture;
}

export class Gallery {
  private readonly dialog = byId<HTMLDialogElement>("gallery");
  private readonly grid = h("div", { class: "scenes" });
  private readonly find = h("input", { type: "search", id: "scene-find", placeholder: "Find a scene", "aria-label": "Find a scene", oninput: () => this.draw() });
  private scenes: SceneInfo[] = [];

  constructor(private readonly link: Link, private readonly store: Store) {
    this.dialog.append(
      h("header", {}, h("h2", { id: "gallery-title" }, "Scenes"), this.find, iconButton("close", "Close", () => this.dialog.close(), "Esc")),
      this.grid,
    );
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
    this.grid.addEventListener("keydown", (event) => this.arrows(event));
    byId("scene-button").addEventListener("click", () => void this.open());
  }

  async open(): Promise<void> {
    try {
      const answer = await fetch("api/scenes");
      if (!answer.ok) throw new Error(`the studio answered ${answer.status}`);
      this.scenes = (await answer.json()) as SceneInfo[];
    } catch (error) {
      toast(`The scenes could not be listed: ${error instanceof Error ? error.message : String(error)}`, "error");
      return;
    }
    this.find.value = "";
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
    this.grid.querySelector<HTMLElement>("[aria-current=true]")?.focus();
  }

  private draw(): void {
    const wanted = this.find.value.trim().toLowerCase();
    const found = this.scenes.filter(({ name, title, line }) => `${name} ${title} ${line}`.toLowerCase().includes(wanted));
    this.grid.replaceChildren(...(found.length > 0 ? found.map((scene) => this.card(scene)) : [h("p", { class: "faint" }, "No scene is called so.")]));
  }

  /** Arrow keys go over the cards. */
  private arrows(event: KeyboardEvent): void {
    const cards = [...this.grid.querySelectorAll<HTMLElement>(".scene")];
    const at = cards.indexOf(document.activeElement as HTMLElement);
    const across = Math.max(1, cards.filter((card) => card.offsetTop === cards[0]?.offsetTop).length);
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key];
    if (by === undefined || at < 0) return;
    cards[Math.min(cards.length - 1, Math.max(0, at + by))]?.focus();
    event.preventDefault();
  }

  private card(scene: SceneInfo): HTMLElement {
    const { scene: now, dark } = this.store.state;
    const picture = h("img", { src: pictureOf(scene.name, dark), alt: "", loading: "lazy", width: 480, height: 270 });
    picture.addEventListener("error", () => picture.replaceWith(drawing(scene)));
    return h("button", {
      type: "button", class: "scene", "data-scene": scene.name, "aria-current": String(scene.name === now?.name),
      onclick: () => { this.link.send({ type: "scene", name: scene.name }); this.dialog.close(); },
    },
      picture,
      h("span", { class: "scene-text" },
        h("b", {}, scene.title),
        h("span", {}, scene.line),
        h("small", {}, `${scene.actors} ${scene.actors === 1 ? "actor" : "actors"}${scene.offers.length > 0 ? ` · you may ${scene.offers.map((offer) => OFFERS[offer]).join(", ")}` : ""}`)),
    );
  }
}
