// What somebody in a scene can do: by the minds that they have or can be handed to, or by the director that leads them.

import type { Ability, MindInfo } from "./protocol";
import type { Actor, Scene } from "./scene";

export const mindOf = (scene: Scene | null, id: number | null | undefined): MindInfo | null =>
  scene?.minds.find((mind) => mind.id === id) ?? null;

/** A mind for people; who has none is led by a director, or stands. */
export const mindTitle = (scene: Scene | null, id: number | null | undefined, actor?: Actor): string =>
  mindOf(scene, id)?.title ?? actor?.director?.title ?? "stands";

export const can = (scene: Scene, actor: Actor | undefined, ability: Ability): boolean =>
  (actor?.director?.abilities.includes(ability) || actor?.reflexes.some(({ abilities }) => abilities.includes(ability)) || actor?.minds.some((id) => mindOf(scene, id)?.abilities.includes(ability))) ?? false;

export const anybodyCan = (scene: Scene, ability: Ability): boolean => [...scene.minds, ...scene.groups.flatMap(({ director, reflexes }) => [...(director ? [director] : []), ...reflexes])].some(({ abilities }) => abilities.includes(ability));
