// A scene as the page has it: what the server told of it, and everybody in it one by one.

import type { ActorGroup, DirectorInfo, SceneMessage } from "./protocol";

/** Somebody on the stage. Their number is their place in the list of all. */
export interface Actor { id: number; name: string; team: number; minds: number[]; director: DirectorInfo | null; reflexes: DirectorInfo[] }
export interface Scene extends SceneMessage { actors: Actor[] }

export const sceneOf = (message: SceneMessage): Scene => ({ ...message, actors: message.groups.flatMap(everybody).map((actor, id) => ({ ...actor, id })) });

const everybody = ({ name, count, team, minds, director, reflexes }: ActorGroup): Omit<Actor, "id">[] =>
  Array.from({ length: count }, (_, index) => ({ name: count === 1 ? name : `${name}-${index + 1}`, team, minds, director, reflexes }));
