// For tests: they look at state, step the clock, and draw when they want to; they never wait for a frame rate.

import type { Eye } from "./camera";
import type { Clips } from "./clips";
import type { Insight } from "./insight";
import type { Link } from "./link";
import type { OverlayBar } from "./overlays/index";
import type { Request } from "./protocol";
import type { Recordings } from "./recordings";
import type { Score } from "./score";
import type { Sound } from "./sound";
import type { Stage } from "./stage";
import type { Status } from "./status";
import type { Transport } from "./transport";
import type { World } from "./world";

interface Studio {
  stage: Stage; transport: Transport; clips: Clips; overlays: OverlayBar; eye: Eye; link: Link; status: Status; world: World;
  insight: Insight; recordings: Recordings; score: Score; sound: Sound;
  view(): "stage" | "clips";
  select(actor: number | null): void;
  goAlong(seconds: number): void;
  /** Whether what is to be seen was drawn. */
  drawn(): boolean;
  draw(): void;
  /** What was drawn is not what is to be seen any more. */
  stale(): void;
}

declare global { interface Window { footwork: ReturnType<typeof hooks> } }

export function hooks({ stage, transport, clips, overlays, eye, link, status, world, view, select, goAlong, insight, recordings, score, sound, drawn, draw, stale }: Studio) {
  const everybody = (): number[] => Array.from({ length: stage.shown?.actors ?? 0 }, (_, actor) => actor);
  return {
    state: () => ({
      scene: stage.scene?.name ?? null, actors: stage.scene?.actors.length ?? 0, playing: transport.playing, speed: transport.speed,
      tick: stage.history.newest?.tick ?? -1, shown: stage.shown?.tick ?? -1, moment: stage.moment, reviewing: stage.review,
      frames: stage.history.length, oldest: stage.history.oldest?.tick ?? -1, selected: stage.selected, follow: eye.follow,
      connection: status.connection, joints: stage.bodies?.joints ?? 0, dark: world.dark, view: view(), drawn: drawn(),
      overlays: overlays.shown, clip: clips.state(),
      recording: recordings.recording, recordings: recordings.list, score: score.state, sounds: sound.played, told: insight.told,
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
    joint: (actor: number, role: string) => {
      const joint = stage.scene?.skeleton.roles[role];
      if (joint === undefined || !stage.bodies) return null;
      const at = (actor * stage.bodies.joints + joint) * 3;
      return [...stage.bodies.position.slice(at, at + 3)];
    },
    step: () => transport.forward(),
    /** A moment of the past, at once; it may lie between two frames. */
    review: (tick: number) => { stage.review = tick; stage.update(); },
    draw,
    /** The camera comes to rest without anything being drawn. */
    settle: () => {
      stage.update();
      goAlong(1 / 30);
      if (eye.update()) stale();
      eye.camera.updateMatrixWorld();
    },
    select,
    send: (message: Request) => link.send(message),
  };
}
