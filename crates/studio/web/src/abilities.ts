// What somebody in a scene can do: by the minds that they have, or can be handed to.

import type { Ability, ActorInfo, MindInfo, SceneMessage } from "./protocol";

export const mindOf = (scene: SceneMessage | null, id: number | null | undefined): MindInfo | null =>
  scene?.minds.find((mind) => mind.id === id) ?? null;

/** A mind for people; who has none stands. */
export const mindTitle = (scene: SceneMessage | null, id: number | null | undefined): string => mindOf(scene, id)?.title ?? "stands";

export const can = (scene: SceneMessage, actor: ActorInfo | undefined, ability: Ability): boolean =>
  actor?.minds.some((id) => mindOf(scene, id)?.abilities.includes(ability)) ?? false;

export const anybodyCan = (scene: SceneMessage, ability: Ability): boolean => scene.minds.some(({ abilities }) => abilities.includes(ability));
