// For tests: they look at state, step the clock, and draw when they want to; they never wait for a frame rate.

import { Vector3 } from "three";
import type { Eye } from "./camera";
import type { Clips } from "./clips";
import type { ClientMessage, Link } from "./link";
import type { OverlayBar } from "./overlays/index";
import type { Stage } from "./stage";
import type { Status } from "./status";
import type { Transport } from "./transport";
import type { World } from "./world";

interface Studio {
  stage: Stage; transport: Transport; clips: Clips; overlays: OverlayBar; eye: Eye; link: Link; status: Status; world: World;
  view(): "stage" | "clips";
  select(actor: number | null): void;
  /** Whether what is to be seen was drawn. */
  drawn(): boolean;
  draw(): void;
  /** What was drawn is not what is to be seen any more. */
  stale(): void;
}

declare global { interface Window { footwork: ReturnType<typeof hooks> } }

export function hooks({ stage, transport, clips, overlays, eye, link, status, world, view, select, drawn, draw, stale }: Studio) {
  const everybody = (): number[] => Array.from({ length: stage.shown?.actors ?? 0 }, (_, actor) => actor);
  return {
    state: () => ({
      scene: stage.scene?.name ?? null, actors: stage.scene?.actors.length ?? 0, playing: transport.playing, speed: transport.speed,
      tick: stage.history.newest?.tick ?? -1, shown: stage.shown?.tick ?? -1, moment: stage.moment, reviewing: stage.review,
      frames: stage.history.length, oldest: stage.history.oldest?.tick ?? -1, selected: stage.selected, follow: eye.follow,
      connection: status.connection, joints: stage.bodies?.joints ?? 0, dark: world.dark, view: view(), drawn: drawn(),
      overlays: overlays.shown, clip: clips.state(),
    }),
    /** Where actors' roots are, in the world and on the page. */
    roots: () => everybody().map((actor) => stage.root(actor)),
    screen: () => everybody().map((actor) => stage.onScreen(actor)),
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
      const who = stage.selected ?? 0;
      eye.track(stage.shown && who < stage.shown.actors ? new Vector3(...stage.root(who)) : null, 1 / 30);
      if (eye.update()) stale();
      eye.camera.updateMatrixWorld();
    },
    select,
    send: (message: ClientMessage) => link.send(message),
  };
}
