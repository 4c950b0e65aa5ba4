// For tests: they look at state, step the clock, and draw when they want to; they never wait for a frame rate.

import type { Eye } from "./camera";
import type { Clips } from "./clips";
import type { Insight } from "./insight";
import type { Link, Vec3 } from "./link";
import type { OverlayBar } from "./overlays/index";
import type { Request } from "./protocol";
import { figure } from "./say";
import type { Sound } from "./sound";
import type { Stage } from "./stage";
import type { Store } from "./store";
import type { Transport } from "./transport";
import type { World } from "./world";

interface Studio {
  stage: Stage; transport: Transport; clips: Clips; overlays: OverlayBar; eye: Eye; link: Link; store: Store; world: World;
  insight: Insight; sound: Sound;
  select(actor: number | null): void;
  goAlong(seconds: number): void;
  /** Whether what is to be seen was drawn. */
  drawn(): boolean;
  /** Draws, also what was drawn already: a canvas is empty again when its picture was shown. */
  draw(): void;
  /** Nothing is drawn but by `draw`, so that steps take no longer than the server needs. */
  still(on: boolean): void;
  /** What was drawn is not what is to be seen any more. */
  stale(): void;
}

declare global { interface Window { footwork: ReturnType<typeof hooks> } }

export function hooks({ stage, transport, clips, overlays, eye, link, store, world, select, goAlong, insight, sound, drawn, draw, stale, still }: Studio) {
  const everybody = (): number[] => Array.from({ length: stage.shown?.actors ?? 0 }, (_, body) => stage.shown!.id(body));
  const joint = (actor: number, role: string): Vec3 | null => {
    const number = stage.scene?.skeleton.roles[role];
    if (number === undefined || !stage.bodies) return null;
    const at = ((stage.body(actor) ?? 0) * stage.bodies.joints + number) * 3;
    return [...stage.bodies.position.slice(at, at + 3)] as Vec3;
  };
  return {
    state: () => ({
      scene: stage.scene?.name ?? null, actors: stage.scene?.actors.length ?? 0, playing: store.state.playing, speed: store.state.speed,
      tick: stage.history.newest?.tick ?? -1, shown: stage.shown?.tick ?? -1, moment: stage.moment, reviewing: stage.review,
      frames: stage.history.length, oldest: stage.history.oldest?.tick ?? -1, selected: stage.selected, follow: store.state.follow,
      connection: store.state.connection, joints: stage.bodies?.joints ?? 0, dark: world.dark, view: store.state.view, drawn: drawn(),
      overlays: overlays.shown, clip: clips.state(), shot: store.state.shot, settingUp: store.state.settingUp, seed: store.state.seed,
      recording: store.state.recording, recordings: store.state.recordings, sounds: sound.played, told: insight.told, worn: stage.costume.worn?.file ?? null,
      score: Object.fromEntries(store.state.score.rows.map(({ label, value }) => [label, value.kind === "count" ? value.count : figure(value)])),
    }),
    /** Where actors' roots are, in the world and on the page. */
    roots: () => everybody().map((actor) => stage.root(actor)),
    screen: () => everybody().map((actor) => stage.onScreen(actor)),
    /** Where props are, in the world and on the page. */
    props: () => Array.from({ length: stage.props?.length ?? 0 }, (_, index) => stage.props!.at(index)),
    propsOnScreen: () => Array.from({ length: stage.props?.length ?? 0 }, (_, index) => stage.toScreen(...stage.props!.at(index))),
    facing: (actor: number) => stage.facing(actor),
    /** rad, how far the camera is from somebody's back. */
    behind: (actor: number) => {
      const from = eye.camera.position.clone().sub(eye.controls.target);
      const off = Math.atan2(-from.x, -from.z) - stage.facing(actor);
      return Math.abs(Math.atan2(Math.sin(off), Math.cos(off)));
    },
    joint,
    jointOnScreen: (actor: number, role: string) => { const at = joint(actor, role); return at && stage.toScreen(...at); },
    wears: (actor: number) => stage.wears(actor),
    /** Where a node of the character's file that somebody wears is. */
    node: (actor: number, name: string) => stage.costume.at(actor, name),
    step: () => transport.forward(),
    /** Whether there is a floor wherever it would be seen at the picture's lower edge, and from above at the upper one, too. */
    floored: () => [[-1, -1], [0, -1], [1, -1], ...(eye.floorSeen().length > 0 ? [[-1, 1], [1, 1]] : [])].every(([x, y]) => { const at = eye.floorAt(x!, y!); return at === null || world.room.holds(at); }),
    /** A moment of the past, at once; it may lie between two frames. */
    review: (tick: number) => { store.set({ review: tick }); stage.update(); },
    draw,
    still,
    /** The camera comes to rest without anything being drawn. */
    settle: () => {
      stage.update();
      goAlong(1 / 30);
      world.attend(eye.controls.target, eye.camera.position, 1 / 30, eye.floorSeen());
      if (eye.update()) stale();
      eye.camera.updateMatrixWorld();
    },
    select,
    drop: () => link.drop(),
    /** As finely as it can, whatever that takes. */
    fine: () => { world.fine(); stale(); },
    send: (message: Request) => link.send(message),
  };
}
