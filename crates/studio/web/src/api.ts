// Asking the server over HTTP, with its own sentences where something is wrong.

import type { ErrorMessage } from "./protocol";

/** What went wrong, for people. */
export const sentence = (error: unknown): string => {
  if (error instanceof TypeError) return "the studio is not answering; nothing is lost, try again";
  return error instanceof Error ? error.message : String(error);
};

export async function ask<T>(address: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(address, init);
  const value: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((value as ErrorMessage | null)?.error ?? `the studio answered ${answer.status}`);
  return value as T;
}

export const post = <T>(address: string, what: unknown): Promise<T> =>
  ask<T>(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what) });
