// What lies over the picture and takes room from it: panels beside or below, on a phone the score above and thumbs below.

import { byId } from "./dom";

/** Pixels: no wider than this is a phone held upright, where everything is above or below. */
const PHONE = 640;
/** Pixels: no higher than this is one on its side, where a row of buttons is a fifth of the picture. */
const LOW = 400;

/** Of the picture's height: buttons that are higher are a column. */
const COLUMN = 0.3;

/** Pixels of each side that something lies over. */
export interface Spare { left: number; right: number; below: number; above: number }

export function spare(view: DOMRect, panel: DOMRect): Spare {
  const phone = view.width <= PHONE;
  // On a phone the panel is below, not beside.
  const beside = panel.width > 0 && panel.width < view.width * 0.6;
  const shown = (id: string): DOMRect | null => {
    const box = byId(id).getBoundingClientRect();
    return box.width > 0 && box.height > 0 ? box : null;
  };
  const low = view.height <= LOW;
  const game = phone || low ? shown("game") : null;
  // Folded, it is small and in nobody's way but on a phone. Open, it is beside the picture; on a phone it is read, and what is behind
  // it waits.
  const open = byId<HTMLDetailsElement>("scene-card").open;
  const card = phone && !open ? shown("scene-card") : null;
  const read = !phone && open ? shown("scene-card") : null;
  const middle = view.top + view.height / 2;
  const buttons = shown("buttons");
  // Upright few buttons are below; many are a column, and people stand beside it. Where it is wide, they always do.
  const upright = view.height > view.width;
  const column = buttons && (!upright || buttons.height > view.height * COLUMN) ? buttons : null;
  const thumbs = upright ? (column ? null : buttons) ?? shown("stick") : null;
  const dock = phone || low ? shown("dock") : null;
  const foot = card && card.top >= middle ? view.bottom - card.top : 0;
  return {
    left: read && read.right < view.left + view.width * 0.4 ? read.right - view.left : 0,
    right: Math.max(beside ? panel.width + 14 : 0, column ? view.right - column.left : 0),
    below: Math.max(foot, panel.width > 0 ? (beside ? 0 : panel.height) : thumbs ? view.bottom - thumbs.top : 0, dock ? view.bottom - dock.top : 0),
    above: Math.max(game ? game.bottom - view.top : 0, card && card.top < middle ? card.bottom - view.top : 0),
  };
}
