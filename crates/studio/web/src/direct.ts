// Telling people the path that was drawn for them: a button is held, and each target is the next point.

import { can } from "./abilities";
import type { Vec3 } from "./link";
import type { CueAsk } from "./protocol";
import type { Actor } from "./scene";
import type { Stage } from "./stage";

/** The button that is held while points come, for whoever goes along paths. */
const NEW_PATH = 8;

/** Who goes along a path: whoever is selected, else who is nearest to where it begins; with the other of the pair. */
export function led(stage: Stage, from: Vec3): Actor[] {
  const { scene } = stage;
  const able = scene?.actors.filter((actor) => can(scene, actor, "paths")) ?? [];
  const far = ({ id }: Actor): number => { const [x, , z] = stage.root(id); return Math.hypot(x - from[0], z - from[2]); };
  const chosen = able.find(({ id }) => id === stage.selected) ?? [...able].sort((a, b) => far(a) - far(b))[0];
  return chosen ? able.filter(({ id }) => Math.floor(id / 2) === Math.floor(chosen.id / 2)) : [];
}

export function direct(stage: Stage, path: readonly Vec3[], cue: (ask: CueAsk, to: number) => void): void {
  const first = path[0];
  if (!first) return;
  for (const { id } of led(stage, first)) {
    cue({ button: NEW_PATH, down: true }, id);
    for (const target of path) cue({ target }, id);
    cue({ button: NEW_PATH, down: false }, id);
  }
}
