// A dial of a mind: what it does, where it stands, and a mark where it stood from the beginning.

import { h, words } from "./dom";
import type { DialInfo } from "./protocol";
import { capital } from "./say";

export interface Dialled { element: HTMLElement; show(dials: readonly number[]): void }

/** ms: while it is dragged the mind is told often, but not with every pixel. */
const EVERY = 60;
/** ms, after a hand was on it, in which what the server says is of before. */
const OWN = 800;

export function dialOf(dial: DialInfo, turn: (value: number) => void): Dialled {
  return dial.choices.length > 0 ? chosen(dial, turn) : slid(dial, turn);
}

function chosen(dial: DialInfo, turn: (value: number) => void): Dialled {
  const select = h("select", { id: `dial-${dial.dial}`, onchange: () => turn(Number(select.value)) },
    ...dial.choices.map((choice, index) => h("option", { value: index, selected: index === Math.round(dial.value) }, words(choice))));
  const element = h("label", { class: "dial" }, h("span", {}, words(dial.name)), select, h("small", {}, capital(dial.line)));
  return { element, show: (dials) => { const value = dials[dial.dial]; if (value !== undefined && document.activeElement !== select) select.value = String(Math.round(value)); } };
}

function slid(dial: DialInfo, turn: (value: number) => void): Dialled {
  const shown = h("output", {});
  const wide = dial.max - dial.min;
  const range = h("input", { type: "range", id: `dial-${dial.dial}`, min: dial.min, max: dial.max, step: wide > 20 ? "any" : 0.01, value: dial.value });
  const share = (value: number): number => ((value - dial.min) / Math.max(1e-9, wide)) * 100;
  range.style.setProperty("--start", `${share(dial.value)}%`);
  let [last, held] = [-Infinity, -Infinity];
  const say = (): void => {
    const value = Number(range.value);
    const off = value - dial.value;
    // A dial that stands where it began does nothing: that is said, not shown as a zero somewhere along the way.
    const text = Math.abs(off) < 0.005 ? "as usual" : dial.min < 0 ? `${off > 0 ? "+" : "−"}${Math.abs(off).toFixed(2)}` : value.toFixed(2);
    shown.value = text;
    range.setAttribute("aria-valuetext", text);
    range.style.setProperty("--share", `${share(value)}%`);
  };
  const tell = (): void => { held = performance.now(); say(); };
  range.addEventListener("input", () => { tell(); if (performance.now() - last > EVERY) { last = performance.now(); turn(Number(range.value)); } });
  range.addEventListener("change", () => { tell(); turn(Number(range.value)); });
  const reset = (): void => { range.value = String(dial.value); tell(); turn(dial.value); };
  range.addEventListener("dblclick", reset);
  say();
  const element = h("label", { class: "dial", title: "Double-click: as usual" }, h("span", {}, words(dial.name)), range, shown, h("small", {}, capital(dial.line)));
  return {
    element,
    show: (dials) => {
      const value = dials[dial.dial];
      if (value === undefined || performance.now() - held < OWN || Math.abs(value - Number(range.value)) < 1e-3) return;
      range.value = String(value);
      say();
    },
  };
}
