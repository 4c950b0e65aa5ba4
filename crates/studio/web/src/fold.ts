// Something that is folded into a menu where there is little room, and lies open where there is much.

/** The width from which on there is room. */
const WIDE = "(min-width: 900px)";

export function fold(menu: HTMLDetailsElement): void {
  const wide = matchMedia(WIDE);
  const fit = (): void => { menu.open = wide.matches; };
  wide.addEventListener("change", fit);
  fit();
  addEventListener("pointerdown", (event) => { if (!wide.matches && !menu.contains(event.target as Node)) menu.open = false; });
  menu.addEventListener("keydown", (event) => { if (event.key === "Escape" && !wide.matches && menu.open) { menu.open = false; menu.querySelector("summary")?.focus(); event.stopPropagation(); } });
}

/** A list that closes when somebody clicks elsewhere, or leaves it with Escape. */
export function popup(list: HTMLDetailsElement): void {
  addEventListener("pointerdown", (event) => { if (!list.contains(event.target as Node)) list.open = false; });
  list.addEventListener("keydown", (event) => { if (event.key === "Escape" && list.open) { list.open = false; list.querySelector("summary")?.focus(); event.stopPropagation(); } });
}
