// Everything meets here: the wire feeds the stage, hands steer it, and one loop draws it.

import { Vector3 } from "three";
import { Eye } from "./camera";
import { Clips } from "./clips";
import { byId, h, iconButton, toast, words } from "./dom";
import { Exporter, screenshot } from "./export";
import { Failure } from "./failure";
import { Gallery } from "./gallery";
import { hooks } from "./hooks";
import { showHelp } from "./help";
import { Input } from "./input";
import { Insight } from "./insight";
import { Link } from "./link";
import { OVERLAYS, OverlayBar } from "./overlays/index";
import { Panel } from "./panel";
import type { CueAsk, SceneMessage, ServerMessage, StageEvent } from "./protocol";
import { Recordings } from "./recordings";
import { isBlow, Score } from "./score";
import { Sound } from "./sound";
import { Stage } from "./stage";
import { Status } from "./status";
import "./style.css";
import { Theme } from "./theme";
import { Transport } from "./transport";
import { World } from "./world";

let drawn = false;
const canvas = byId<HTMLCanvasElement>("stage");
const world = new World(canvas);
const eye = new Eye(canvas);
const status = new Status();
const overlays = new OverlayBar(() => { stage.touch(); clips.touch(); watch(); });
const stage: Stage = new Stage(world, eye, overlays);
const link = new Link({ message: hear, frame: (buffer) => stage.receive(buffer), connection: (state) => status.connected(state) });
const step = (): number => stage.scene?.step ?? 1 / 60;

const transport = new Transport(link, stage.history, {
  review: (tick) => { stage.review = tick; stage.touch(); transport.show(); },
  reviewing: () => stage.review,
  step,
});
const cueTo = (ask: CueAsk, to: number): void => link.send({ type: "cue", to, ask });
const insight = new Insight({ cue: cueTo });
const recordings = new Recordings(link);
const failure = new Failure(link, step);
const score = new Score(() => world.dark);
const sound = new Sound();
const panel = new Panel({
  close: () => select(null),
  follow,
  following: () => eye.follow,
  scene: () => stage.scene,
  step,
  dark: () => world.dark,
}, insight);
const gallery = new Gallery(link, () => stage.scene?.name ?? "", () => (view() === "stage" && drawn ? canvas : null));
const exporter = new Exporter(() => ({ name: stage.scene?.name ?? "footwork", actors: stage.scene?.actors ?? [] }), () => stage.selected);
const input: Input = new Input(canvas, {
  offers: () => stage.scene?.offers ?? [],
  // Who is steered is who is asked, or who is selected; else the first.
  cue: (ask, to) => cueTo(ask, to ?? stage.scene?.actors[stage.steered ?? stage.selected ?? 0]?.id ?? 0),
  handOver,
  handsOver: () => stage.scene?.actors.some(({ minds }) => minds.length > 1) ?? false,
  targetAt: (x, y, slop) => (view() === "stage" ? stage.targetAt(x, y, slop) : null),
  firstTarget: () => { const at = stage.scene?.props.findIndex(({ kind }) => kind === "target") ?? -1; return at < 0 ? null : at; },
  propAt: (prop) => stage.props?.at(prop) ?? [0, 0, 0],
  besideAt: (x, y, point) => stage.besideAt(x, y, point),
  actorAt: (x, y) => (view() === "stage" ? stage.actorAt(x, y) : null),
  groundAt: (x, y, height) => stage.groundAt(x, y, height),
  rootOf: (actor) => stage.root(actor),
  ahead: () => { const to = eye.controls.target.clone().sub(eye.camera.position).setY(0).normalize(); return [to.x, to.z]; },
  click: select,
  looking: (on) => { eye.controls.enabled = on; },
  shortcut,
  stage: () => view() === "stage",
});
const clips: Clips = new Clips(world, eye, overlays);
const theme = new Theme((dark) => { world.paint(dark); stage.colour(); clips.paint(); score.show(); drawn = false; });
const tag = byId("name-tag");
const pick = h("select", { id: "actor-pick", "aria-label": "Select an actor", onchange: () => select(pick.value === "" ? null : Number(pick.value)) });

function view(): "stage" | "clips" { return document.body.dataset.view === "clips" ? "clips" : "stage"; }

function hear(message: ServerMessage): void {
  switch (message.type) {
    case "scene": openScene(message); break;
    case "state":
      status.viewers = message.viewers;
      transport.state(message.playing, message.speed, message.seed);
      recordings.tell(message);
      failure.tell(message);
      byId("setting-up").hidden = !message.setting_up;
      byId("setting-up").textContent = `Setting up ${words(message.setting_up ?? "").replaceAll("-", " ")}…`;
      break;
    case "decisions": insight.inMind(message.actor, message.mind); panel.tell(message); break;
    case "overlay": stage.tell(message); insight.tell(message); score.tell(message); break;
    case "events": for (const event of message.events) happened(event, message.tick); break;
    case "error": toast(message.error, "error"); break;
  }
}

function happened(event: StageEvent, tick: number): void {
  stage.note(event, tick);
  transport.note(tick, event.kind);
  score.note(event);
  if (isBlow(event)) sound.blow(event.speed);
}

function openScene(message: SceneMessage): void {
  if (stage.scene && stage.scene.name !== message.name && view() === "stage") gallery.picture(stage.scene.name, canvas);
  const same = stage.scene?.name === message.name;
  stage.open(message);
  stage.visible(view() === "stage");
  transport.forget();
  byId("scene-title").textContent = message.title;
  document.title = `${message.title} · Footwork`;
  overlays.suit(message);
  insight.open(message);
  score.open(message);
  recordings.open(message);
  input.scene();
  sceneCard(message);
  clips.scene(message);
  if (!same) { eye.follow = message.actors.length === 1 || stage.steered !== null; }
  if (!same) select(stage.steered);
  else select(stage.selected !== null && stage.selected < message.actors.length ? stage.selected : null);
}

function sceneCard(message: SceneMessage): void {
  pick.replaceChildren(h("option", { value: "" }, message.actors.length === 1 ? "Nobody selected" : `${message.actors.length} actors`),
    ...message.actors.map((one, index) => h("option", { value: index }, message.actors.length > 1 ? `${one.name} (${one.id})` : one.name)));
  byId("scene-card").replaceChildren(
    h("h2", {}, message.title),
    h("p", {}, message.line),
    h("dl", { class: "controls" }, ...input.controls().flatMap(([keys, what]) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, what)])),
    pick,
  );
}

function select(index: number | null): void {
  // Whoever was steered is let go.
  if (index !== stage.selected) input.steering.release();
  stage.selected = index;
  const actor = index === null ? null : stage.scene?.actors[index] ?? null;
  pick.value = index === null ? "" : String(index);
  panel.show(actor);
  resize();
  watched = undefined;
  watch();
  stage.touch();
}

/** Somebody's mind is watched if they are selected, or steered, or if what it is worth to be where is to be seen. */
let watched: number | null | undefined;
function watch(): void {
  const shows = overlays.shows("values") || overlays.shows("points");
  const index = stage.selected ?? stage.steered ?? (shows ? 0 : null);
  const actor = index === null ? null : stage.scene?.actors[index]?.id ?? null;
  if (actor !== watched) link.send({ type: "watch", actor });
  watched = actor;
}

function handOver(): boolean {
  const who = [stage.selected, stage.steered].map((index) => stage.scene?.actors[index ?? -1]).find((actor) => (actor?.minds.length ?? 0) > 1);
  return insight.handOver(who);
}

function follow(on: boolean): void {
  eye.follow = on;
  panel.update();
}

function choose(next: "stage" | "clips"): void {
  if (view() === "stage" && stage.scene) gallery.picture(stage.scene.name, canvas);
  input.steering.release();
  document.body.dataset.view = next;
  byId("tab-stage").setAttribute("aria-selected", String(next === "stage"));
  byId("tab-clips").setAttribute("aria-selected", String(next === "clips"));
  stage.visible(next === "stage");
  clips.show(next === "clips");
  if (next === "stage") stage.frameAll();
  stage.touch();
  resize();
}

function shortcut(key: string): boolean {
  if (view() === "clips" && clips.shortcut(key)) return true;
  // Digits alone are the steered one's, where there is one: with Shift they always mean overlays.
  const overlay = OVERLAYS[Number(key.replace("shift+", "")) - 1];
  if (overlay) { overlays.toggle(overlay.key); return true; }
  const actions: Record<string, () => void> = {
    g: () => void gallery.open(), t: () => theme.toggle(), "?": showHelp, c: () => choose(view() === "stage" ? "clips" : "stage"),
    ...(view() === "stage" ? {
      space: () => transport.toggle(), k: () => transport.toggle(), ".": () => transport.forward(), ",": () => transport.back(), l: () => transport.goLive(),
      r: () => transport.restart(), "[": () => transport.slower(-1), "]": () => transport.slower(1), escape: () => select(null),
      f: () => follow(!eye.follow), v: () => stage.frameAll(), h: () => void handOver(), m: toggleSound, x: () => exporter.open(), n: () => next(1), p: () => next(-1),
    } : {}),
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}

function next(by: number): void {
  const count = stage.scene?.actors.length ?? 0;
  if (count > 0) select(((stage.selected ?? (by > 0 ? -1 : 0)) + by + count) % count);
}

function resize(): void {
  const box = byId("view").getBoundingClientRect();
  world.size(Math.max(1, box.width), Math.max(1, box.height));
  eye.size(box.width, box.height);
  const panelWidth = byId("panel").getBoundingClientRect().width;
  // On a phone the panel is below, not beside.
  eye.leave(panelWidth > 0 && panelWidth < box.width * 0.6 ? panelWidth * (box.width < 900 ? 0.5 : 0.3) : 0, box.width, box.height);
  drawn = false;
}

/** The camera goes along with whoever is followed; behind their back, if they are steered: sticks are theirs. */
function goAlong(seconds: number): void {
  const who = stage.selected ?? stage.steered ?? 0;
  const there = stage.shown !== null && who < stage.shown.actors;
  eye.track(there ? new Vector3(...stage.root(who)) : null, seconds);
  if (there && eye.follow && who === stage.steered) eye.comeRound(stage.facing(who), seconds);
}

let last = performance.now();
function draw(now: number): void {
  const seconds = Math.min(0.25, (now - last) / 1000);
  last = now;
  let fresh = false;
  input.steering.poll();
  if (view() === "stage") {
    transport.advance(seconds);
    fresh = stage.update(transport.slow(seconds));
    goAlong(seconds);
  } else fresh = clips.update(seconds);
  // A still stage costs nothing: laptops and tablets stay cool.
  if (eye.update() || fresh || !drawn) {
    world.attend(eye.controls.target, eye.distance);
    world.renderer.render(world.scene, eye.camera);
    drawn = true;
  }
  const newest = stage.history.newest;
  status.picture(newest?.cost ?? 0, newest?.rate ?? 0);
  nameTag();
  transport.show();
}

function nameTag(): void {
  // Who is steered from behind their back needs no name.
  const plain = stage.selected === null || view() !== "stage" || (eye.follow && stage.selected === stage.steered);
  const actor = plain || stage.selected === null ? null : stage.scene?.actors[stage.selected];
  const at = actor && stage.selected !== null ? stage.aboveHead(stage.selected) : null;
  tag.hidden = !at;
  if (!at || !actor) return;
  const box = canvas.getBoundingClientRect();
  tag.textContent = actor.name;
  tag.style.transform = `translate(${(at[0] - box.x).toFixed(1)}px, ${(at[1] - box.y).toFixed(1)}px) translate(-50%, -100%)`;
}

const soundButton = iconButton("sound", "Sound of blows", toggleSound, "M");
soundButton.id = "sound";
soundButton.setAttribute("aria-pressed", "false");
function toggleSound(): void { soundButton.setAttribute("aria-pressed", String(sound.toggle())); }

byId("bar-tools").append(
  h("button", { type: "button", class: "text-button", id: "export-open", title: "The last seconds as GLB or BVH (X)", onclick: () => exporter.open() }, "Export"),
  iconButton("camera", "Save a picture", () => { world.renderer.render(world.scene, eye.camera); screenshot(canvas, stage.scene?.name ?? "footwork"); }),
  soundButton,
  iconButton("theme", "Light or dark", () => theme.toggle(), "T"),
  iconButton("help", "Keys and help", showHelp, "?"),
);
byId("tab-stage").addEventListener("click", () => choose("stage"));
byId("tab-clips").addEventListener("click", () => choose("clips"));
new ResizeObserver(resize).observe(byId("view"));
resize();
world.renderer.setAnimationLoop(draw);

window.footwork = hooks({
  stage, transport, clips, overlays, eye, link, status, world, view, select, goAlong, insight, recordings, score, sound,
  drawn: () => drawn, draw: () => draw(performance.now()), stale: () => { drawn = false; },
});
