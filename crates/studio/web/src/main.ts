// Everything meets here: the wire feeds the store and the stage, hands steer it, and one loop draws it.

import { buildBar } from "./bar";
import { Eye } from "./camera";
import { Clips } from "./clips";
import { byId, h, toast } from "./dom";
import { direct } from "./direct";
import { Drop } from "./drop";
import { Exporter, screenshot } from "./export";
import { Failure } from "./failure";
import { popup } from "./fold";
import { Gallery } from "./gallery";
import { hooks } from "./hooks";
import { Input } from "./input";
import { Insight } from "./insight";
import { shortcuts } from "./keys";
import { KeySigns } from "./keysigns";
import { Link } from "./link";
import { Loading } from "./loading";
import { Maker } from "./maker";
import { OverlayBar } from "./overlays/index";
import { Panel } from "./panel";
import { Pick } from "./pick";
import type { CueAsk, ServerMessage, StageEvent } from "./protocol";
import { Recordings } from "./recordings";
import { roving } from "./roving";
import { SceneCard } from "./card";
import { sceneOf, type Scene } from "./scene";
import { isBlow, Score } from "./score";
import { Share } from "./share";
import { SHOTS, firstShot, type Shot } from "./shots";
import { Sound } from "./sound";
import { spare } from "./spare";
import { Sketch } from "./sketch";
import { SoundOffer } from "./offer";
import { Stage } from "./stage";
import { Status } from "./status";
import { Store, type View } from "./store";
import "./css/index.css";
import { Tag } from "./tag";
import { Theme } from "./theme";
import { throwing } from "./throwing";
import { Transport } from "./transport";
import { Viewpoint } from "./viewpoint";
import { Wardrobe } from "./wardrobe";
import { Weight } from "./weight";
import { World } from "./world";

const store = new Store();
let drawn = false;
const canvas = byId<HTMLCanvasElement>("stage");
const world = new World(canvas);
const eye = new Eye(canvas, () => store.set({ shot: "orbit" }));
const overlays = new OverlayBar(() => { stage.touch(); clips.touch(); watch(); });
const stage: Stage = new Stage(world, eye, overlays, store);
const pick = new Pick(world, eye, stage);
const link = new Link({
  message: hear, frame: (buffer) => stage.receive(buffer),
  // "connecting" again and again while lost would flicker.
  connection: (state) => { if (!(state === "connecting" && store.state.connection === "lost")) store.set({ connection: state }); },
});
const step = (): number => stage.scene?.step ?? 1 / 60;
const status = new Status(store);
new Loading(store);
new Failure(link, store, step);
new Score(store);
new KeySigns(store, {
  asked: () => stage.scene?.actors[stage.asked]?.id ?? null,
  name: (button) => stage.buttonsOf(stage.asked).find((one) => one.button === button)?.name ?? null,
});
new Recordings(link, store);
const transport = new Transport(link, stage.history, store, step);
const cueTo = (ask: CueAsk, to: number): void => link.send({ type: "cue", to, ask });
const insight = new Insight({ cue: cueTo });
const weight = new Weight({ cue: cueTo });
const sound = new Sound();
const offer = new SoundOffer(sound, store);
const panel = new Panel({ close: () => select(null), step }, store, insight, weight);
const gallery = new Gallery(link, store);
const exporter = new Exporter(() => ({ name: stage.scene?.name ?? "footwork", actors: stage.scene?.actors ?? [] }), () => stage.selected);
const sketch = new Sketch();
world.scene.add(sketch.object);
const onStage = (): boolean => store.state.view === "stage";
const input: Input = new Input(canvas, {
  offers: () => stage.scene?.offers ?? [],
  cue: (ask, to) => cueTo(ask, to ?? stage.scene?.actors[stage.asked]?.id ?? 0),
  buttons: () => stage.buttonsOf(stage.asked),
  handOver,
  handsOver: () => stage.scene?.actors.some(({ minds }) => minds.length > 1) ?? false,
  targetAt: (x, y, slop) => (onStage() ? pick.targetAt(x, y, slop) : null),
  firstTarget: () => { const at = stage.scene?.props.findIndex(({ kind }) => kind === "target") ?? -1; return at < 0 ? null : at; },
  carries: () => onStage() && (stage.scene?.offers.includes("target") ?? false),
  pointed: (prop) => { if (stage.props?.highlight(prop)) drawn = false; },
  propAt: (prop) => stage.props?.at(prop) ?? [0, 0, 0],
  limbAt: (x, y, slop) => (onStage() ? pick.limbAt(x, y, slop) : null),
  besideAt: (x, y, point) => pick.besideAt(x, y, point),
  actorAt: (x, y) => (onStage() ? pick.actorAt(x, y) : null),
  groundAt: (x, y, height) => pick.groundAt(x, y, height),
  rootOf: (actor) => stage.root(actor),
  ahead: () => { const to = eye.controls.target.clone().sub(eye.camera.position).setY(0).normalize(); return [to.x, to.z]; },
  click: (actor, floor) => { if (!(floor && maker.place(floor))) select(actor); },
  looking: (on) => { eye.controls.enabled = on; },
  sketch, wantsPath: () => maker.wantsPath,
  path: (points) => { drawn = false; if (points && !maker.path(points)) direct(stage, points, cueTo); },
  throwAt: throwing(stage, pick, eye, cueTo),
  hover: (actor) => { tag.point(actor); if (stage.point(actor)) drawn = false; },
  pad: () => store.state.pad,
  shortcut: (key) => shortcut(key),
  stage: onStage,
});
const maker: Maker = new Maker(link, store, () => resize());
const share = new Share();
const wardrobe: Wardrobe = new Wardrobe(stage, store);
const drop = new Drop(maker, share, wardrobe);
const card = new SceneCard(store, input, select, (count) => link.send({ type: "people", count }));
const clips: Clips = new Clips(world, eye, overlays);
const theme = new Theme((dark) => { world.paint(dark); store.set({ dark }); stage.colour(); clips.paint(); drawn = false; });
const tag = new Tag(stage, store, canvas);
const viewpoint = new Viewpoint(link, stage, eye);
const shotPick = h("select", { id: "shot", "aria-label": "Camera", onchange: () => shoot(shotPick.value as Shot) }, ...SHOTS.map(({ shot, label, tip }) => h("option", { value: shot, title: tip }, label)));
byId("shots").append(h("span", {}, "Camera"), shotPick);

function hear(message: ServerMessage): void {
  switch (message.type) {
    case "scene": openScene(sceneOf(message)); break;
    case "state": store.tell(message); break;
    case "decisions": insight.decided(message); panel.tell(message); break;
    case "overlay": stage.tell(message); insight.tell(message); weight.tell(message); break;
    case "score": store.set({ score: message }); break;
    case "keys": store.set({ keys: message }); break;
    case "worn": wardrobe.tell(message.worn); break;
    case "events": for (const event of message.events) happened(event, message.tick); break;
    case "note": toast(message.note); break;
    case "error": toast(message.error, "error"); break;
  }
}

function happened(event: StageEvent, tick: number): void {
  stage.note(event, tick);
  transport.note(tick, event.kind);
  if (isBlow(event)) sound.blow(event.speed);
}

function openScene(message: Scene): void {
  const same = stage.scene?.name === message.name;
  stage.open(message);
  stage.visible(onStage());
  transport.forget();
  byId("scene-title").textContent = message.title;
  document.title = `${message.title} · Footwork`;
  overlays.suit(message);
  insight.open(message);
  input.scene();
  card.open(message);
  clips.scene(message);
  // Somebody who is steered is looked at from behind; a game begins with nothing over it.
  if (!same) { store.set({ follow: stage.behind }); shoot(firstShot(message.camera, stage.behind)); sketch.clear(); }
  select(same && stage.selected !== null && stage.selected < message.actors.length ? stage.selected : null);
}

function shoot(shot: Shot): void {
  store.set({ shot });
  if (eye.calm && onStage()) stage.frameAll();
}
store.on(["shot", "follow"], ({ shot, follow }) => { eye.shot = shot; eye.follow = follow; shotPick.value = shot; drawn = false; });
store.on(["playing", "speed", "review", "selected", "view"], () => { drawn = false; });

function select(index: number | null): void {
  // Whoever was steered is let go.
  if (index !== stage.selected) input.steering.release();
  store.set({ selected: index });
  // One thing on the right at a time.
  panel.show(index === null || maker.open ? null : stage.scene?.actors[index] ?? null);
  resize();
  watched = undefined;
  watch();
  stage.touch();
}

/** Somebody's mind is watched if they are selected, or steered, or if what it is worth to be where is to be seen. */
let watched: number | null | undefined;
function watch(): void {
  const shows = ["values", "points", "weight"].some((key) => overlays.shows(key));
  const index = stage.selected ?? stage.steered ?? (shows ? 0 : null);
  const actor = index === null ? null : stage.scene?.actors[index]?.id ?? null;
  if (actor !== watched) link.send({ type: "watch", actor });
  watched = actor;
}

function handOver(): boolean {
  const who = [stage.selected, stage.steered].map((index) => stage.scene?.actors[index ?? -1]).find((actor) => (actor?.minds.length ?? 0) > 1);
  return insight.handOver(who);
}

function choose(next: View): void {
  input.steering.release();
  document.body.dataset.view = next;
  byId("tab-stage").setAttribute("aria-selected", String(next === "stage"));
  byId("tab-clips").setAttribute("aria-selected", String(next === "clips"));
  store.set({ view: next });
  stage.visible(next === "stage");
  clips.show(next === "clips");
  if (next === "stage") stage.refurnish();
  stage.touch();
  resize();
}

const shortcut = shortcuts({
  store, transport, overlays, clips, theme, gallery, exporter, select, choose, shoot, handOver,
  leave: () => { if (maker.open) maker.close(); else select(null); },
  frame: () => stage.frameAll(), toggleSound: () => offer.toggle(), actors: () => stage.scene?.actors.length ?? 0, view: () => store.state.view,
});

function resize(): void {
  const box = byId("view").getBoundingClientRect();
  world.size(Math.max(1, box.width), Math.max(1, box.height));
  eye.size(box.width, box.height);
  eye.leave(spare(box, byId(maker.open ? "maker" : "panel").getBoundingClientRect()), box.width, box.height);
  drawn = false;
}

/** The camera goes along; behind their back, where somebody is steered: sticks are theirs. */
function goAlong(seconds: number): void {
  const who = stage.selected ?? stage.steered ?? 0;
  eye.direct(stage.action(), seconds);
  if (stage.body(who) !== null && eye.shot === "orbit" && eye.follow && who === stage.steered) eye.comeRound(stage.facing(who) + stage.aside, seconds);
}

let last = performance.now();
function draw(now: number): void {
  const seconds = Math.min(0.25, (now - last) / 1000);
  last = now;
  let fresh = false;
  input.steering.poll();
  if (onStage()) {
    transport.advance(seconds);
    fresh = stage.update(transport.slow(seconds));
    goAlong(seconds);
  } else fresh = clips.update(seconds);
  fresh = world.attend(eye.controls.target, eye.camera.position, seconds, eye.floorSeen()) || fresh;
  fresh = (stage.props?.clear(eye.camera.position, eye.controls.target) ?? false) || fresh;
  // A still stage costs nothing: laptops and tablets stay cool.
  if (eye.update() || fresh || !drawn) {
    const before = performance.now();
    world.renderer.render(world.scene, eye.camera);
    drawn = true;
    // A canvas of another size is empty.
    if (world.took(Math.max(seconds < 0.25 ? seconds : 0, (performance.now() - before) / 1000))) world.renderer.render(world.scene, eye.camera);
  }
  const newest = stage.history.newest;
  status.picture(newest?.cost ?? 0, newest?.rate ?? 0, stage.thinned ? { shown: stage.shown?.actors ?? 0, all: stage.scene?.actors.length ?? 0 } : null);
  viewpoint.tell();
  tag.draw();
  transport.show();
}

buildBar({
  store, maker, share, drop, theme: () => theme.toggle(), sound: () => offer.toggle(), export: () => exporter.open(),
  picture: () => { world.renderer.render(world.scene, eye.camera); screenshot(canvas, stage.scene?.name ?? "footwork"); }, canvas, redraw: () => { drawn = false; },
});
byId("tab-stage").addEventListener("click", () => choose("stage"));
byId("tab-clips").addEventListener("click", () => choose("clips"));
roving(document.querySelector<HTMLElement>(".tabs")!, true);
roving(byId("overlays"));
popup(byId<HTMLDetailsElement>("shows"));
for (const kind of ["gamepadconnected", "gamepaddisconnected"] as const) addEventListener(kind, () => store.set({ pad: navigator.getGamepads().some((pad) => pad?.connected) }));
const sizes = new ResizeObserver(resize);
for (const part of ["view", "game", "buttons", "scene-card"]) sizes.observe(byId(part));
resize();
world.renderer.setAnimationLoop(draw);
store.on(["scene"], ({ scene }) => { if (scene) void share.arrive(); });

window.footwork = hooks({
  stage, transport, clips, overlays, eye, link, store, world, select, goAlong, insight, sound,
  still: (on) => world.renderer.setAnimationLoop(on ? null : draw),
  drawn: () => drawn, draw: () => { drawn = false; draw(performance.now()); }, stale: () => { drawn = false; },
});
