// How a take's annotation is drawn along time: ruler, what is done, blows, feet, effort.

import { s, words } from "./dom";
import { classSlot, limbMark, limbSlot } from "./palette";
import { actionAt, cutAt, middle, strikeAt, type Selection, type Take } from "./takes";

/** Left of the lanes, for their names. */
export const GUTTER = 76;
export const ROWS = { ruler: 0, actions: 24, strikes: 74, left: 102, right: 124, energy: 150 };
export const HEIGHT = 192;
/** s, between two values of a take's effort. */
const ENERGY_EVERY = 0.05;

/** What is to be seen of a take. */
export interface View { take: Take; from: number; to: number; width: number; selection: Selection | null }

export const xOf = ({ from, to, width }: Pick<View, "from" | "to" | "width">, time: number): number =>
  GUTTER + ((time - from) / (to - from)) * width;

export function lanes(view: View): Node[] {
  const names = { Doing: ROWS.actions + 26, Blows: ROWS.strikes + 16, "Left foot": ROWS.left + 13, "Right foot": ROWS.right + 13, Effort: ROWS.energy + 22 };
  return [
    ...Object.entries(names).map(([name, y]) => s("text", { x: 0, y, class: "label" }, name)),
    ...ruler(view), ...actions(view), ...cuts(view), ...strikes(view), ...feet(view, "left"), ...feet(view, "right"), ...effort(view),
  ];
}

function ruler(view: View): Node[] {
  const span = view.to - view.from;
  const every = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30].find((step) => (step / span) * view.width > 64) ?? 60;
  const parts: Node[] = [s("rect", { class: "ruler", x: GUTTER, y: 0, width: view.width, height: 20 }, s("title", {}, "Drag to scrub"))];
  for (let time = Math.ceil(view.from / every) * every; time <= view.to + 1e-9; time += every) {
    const x = xOf(view, time).toFixed(1);
    parts.push(s("path", { class: "tick", d: `M${x} 16V${HEIGHT}` }), s("text", { x, y: 13, class: "time-label" }, `${Number(time.toFixed(2))} s`));
  }
  return parts;
}

/** Where a span is to be seen, from x on and how wide; nothing where it is not. */
function visible(view: View, from: number, to: number): [number, number] | null {
  if (to <= view.from || from >= view.to) return null;
  const x = Math.max(GUTTER, xOf(view, from));
  return [x, Math.max(1, Math.min(GUTTER + view.width, xOf(view, to)) - x)];
}

function actions(view: View): Node[] {
  const { take, selection } = view;
  const chosen = selection?.kind === "action" ? actionAt(take, selection.at) : null;
  return take.actions.flatMap((action) => {
    const place = visible(view, action.from, action.to);
    if (!place) return [];
    const [x, width] = place;
    const name = action.classes[action.classes.length - 1] ?? "unnamed";
    const label = action.classes.map(words).join(", ") || "unnamed";
    const times = `${action.from.toFixed(2)}–${action.to.toFixed(2)} s`;
    const parts: Node[] = [s("rect", {
      class: `action k${classSlot(action.classes[0] ?? "unnamed")}${action.origin === "hand" ? " hand" : ""}${action === chosen ? " selected" : ""}`,
      x, y: ROWS.actions, width, height: 44, rx: 4, "data-action": middle(action), tabindex: 0, role: "button", "aria-label": `${label}, ${times}`,
    }, s("title", {}, `${label}\n${times}, ${Math.round(action.sure * 100)} % sure\nDouble-click to cut`))];
    const room = Math.floor((width - 12) / 6.4);
    const fits = (text: string): string => (text.length <= room ? text : `${text.slice(0, room - 1)}…`);
    if (room >= 3) parts.push(s("text", { x: x + 7, y: ROWS.actions + 18, class: "action-name" }, fits(words(name))));
    if (room >= 3 && action.classes.length > 1) parts.push(s("text", { x: x + 7, y: ROWS.actions + 34, class: "action-class" }, fits(words(action.classes[0] ?? ""))));
    return parts;
  });
}

function cuts(view: View): Node[] {
  const { take, selection } = view;
  if (!take.editable) return [];
  const chosen = selection?.kind === "cut" ? cutAt(take, selection.at) : null;
  const seen = take.actions.slice(1).map((action) => action.from).filter((cut) => cut >= view.from && cut <= view.to);
  return seen.map((cut) => s("g", {
    class: `cut${cut === chosen ? " selected" : ""}`, "data-cut": cut, tabindex: 0, role: "slider", "aria-label": "Cut",
    "aria-valuemin": 0, "aria-valuemax": take.seconds, "aria-valuenow": cut.toFixed(3), transform: `translate(${xOf(view, cut).toFixed(1)} 0)`,
  }, s("path", { d: `M0 ${ROWS.actions - 3}v50` }), s("rect", { x: -5, y: ROWS.actions - 4, width: 10, height: 52, class: "grab" }),
    s("title", {}, `Cut at ${cut.toFixed(3)} s: drag to move, Delete to remove`)));
}

function strikes(view: View): Node[] {
  const { take, selection } = view;
  const chosen = selection?.kind === "strike" ? strikeAt(take, selection.at, selection.limb) : null;
  const tip = take.editable ? "Double-click to add a blow" : "Blows";
  const lane = s("rect", { class: "lane blows", x: GUTTER, y: ROWS.strikes, width: view.width, height: 22, rx: 3, "data-blows": "" }, s("title", {}, tip));
  const marks = take.strikes.flatMap((strike, index) => {
    if (strike.time < view.from || strike.time > view.to) return [];
    const label = `${words(strike.limb)}, ${strike.speed.toFixed(1)} m/s at ${strike.time.toFixed(2)} s`;
    return s("g", {
      class: `blow l${limbSlot(strike.limb)}${strike === chosen ? " selected" : ""}`, "data-strike": index, tabindex: 0, role: "button",
      "aria-label": label, transform: `translate(${xOf(view, strike.time).toFixed(1)} ${ROWS.strikes + 11})`,
    }, s("circle", { r: 9, class: "grab" }), s("path", { class: "mark", d: `M0 0${limbMark(strike.limb)}`, transform: "scale(1.3)" }),
      s("title", {}, take.editable ? `${label}: drag to move, Delete to remove` : label));
  });
  return [lane, ...marks];
}

function feet(view: View, foot: "left" | "right"): Node[] {
  const { take } = view;
  const y = ROWS[foot];
  const tip = take.editable ? "Drag to put the foot down; drag within a span to lift it" : `${foot} foot`;
  const lane = s("rect", { class: "lane", x: GUTTER, y, width: view.width, height: 18, rx: 3, "data-foot": foot }, s("title", {}, tip));
  const spans = take.supports[foot].flatMap(([from, to]) => {
    const place = visible(view, from, to);
    if (!place) return [];
    return s("rect", {
      class: `support ${foot}`, x: place[0], y: y + 2, width: place[1], height: 14, rx: 3, "data-foot": foot, "data-down": "",
    }, s("title", {}, `${from.toFixed(2)}–${to.toFixed(2)} s. ${tip}`));
  });
  return [lane, ...spans];
}

function effort(view: View): Node[] {
  const { energy } = view.take;
  const most = Math.max(1e-9, ...energy);
  const floor = ROWS.energy + 36;
  const points = energy.flatMap((value, index) => {
    const time = index * ENERGY_EVERY;
    if (time < view.from - ENERGY_EVERY || time > view.to + ENERGY_EVERY) return [];
    const x = Math.min(GUTTER + view.width, Math.max(GUTTER, xOf(view, time)));
    return [[x.toFixed(1), (floor - (value / most) * 34).toFixed(1)] as const];
  });
  const [first, last] = [points[0], points[points.length - 1]];
  if (!first || !last || points.length < 2) return [];
  const line = points.map((point) => point.join(" ")).join("L");
  return [s("path", { class: "effort", d: `M${first[0]} ${floor}L${line}L${last[0]} ${floor}z` }), s("path", { class: "effort-line", d: `M${line}` })];
}
