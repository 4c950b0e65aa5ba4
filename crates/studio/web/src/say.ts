// What is done, in people's words: "cross to the head", "step back", "walk".

import { words } from "./dom";
import type { Choice, Figure } from "./protocol";

/** Classes that are said as they are, wherever they go. */
const PLAIN = new Set(["stance", "stand", "stop", "lying", "rise", "turn"]);
const OWN: Record<string, string> = { stance: "keeps the guard", stand: "stands", movement: "moves", avoid: "evades", hit: "takes a hit", fall: "falls", rise: "gets up", lying: "lies" };

/** Which direction, from the body's own point of view. */
function direction([x, , z]: [number, number, number]): string {
  if (Math.hypot(x, z) < 0.5) return "";
  const angle = (Math.atan2(x, z) * 180) / Math.PI;
  return Math.abs(angle) < 45 ? "ahead" : Math.abs(angle) > 135 ? "back" : angle > 0 ? "to the left" : "to the right";
}

/** What a segment of a take shows. */
export function say(choice: Pick<Choice, "classes" | "zone" | "direction">): string {
  const [general, ...special] = choice.classes;
  const name = special.at(-1) ?? general;
  if (!general || !name) return "goes on";
  if (name === general && OWN[name]) return general === "movement" && choice.direction ? `moves ${direction(choice.direction)}`.trim() : OWN[name]!;
  const plain = words(name);
  if (general === "attack") return choice.zone ? `${plain} to the ${choice.zone}` : plain;
  if (general === "movement" && special.length === 1 && choice.direction && !PLAIN.has(name) && !/ahead|back|left|right|sideways/.test(name)) {
    const to = direction(choice.direction);
    return to === "" || to === "ahead" ? plain : `${plain} ${to}`;
  }
  return plain;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A score as people read it: two digits after the point, none where there are hundreds. */
export const points = (score: number): string => (Math.abs(score) >= 100 ? score.toFixed(0) : score.toFixed(2)).replace(/^-(?=0\.00$)/, "");

/** A figure in words. */
export function figure(value: Figure): string {
  switch (value.kind) {
    case "number": return `${value.value.toFixed(2)}${value.unit === "" ? "" : ` ${value.unit}`}`;
    case "count": return String(value.count);
    case "of": return `${value.count} of ${value.of}`;
    case "versus": return value.counts.join(" : ");
    case "word": return words(value.word);
  }
}
