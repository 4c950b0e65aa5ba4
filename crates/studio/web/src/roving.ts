// Arrow keys within a group: one of it can be reached with Tab, the others with arrows, Home and End.

export function roving(group: HTMLElement, press = false): void {
  const all = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>("button, summary")].filter((one) => !one.hidden && one.offsetParent !== null && !(one as HTMLButtonElement).disabled);
  const mark = (): void => {
    const list = all();
    const current = list.find((one) => one === document.activeElement) ?? list.find((one) => one.matches("[aria-checked=true], [aria-selected=true], [aria-current=true]")) ?? list[0];
    for (const one of list) one.tabIndex = one === current ? 0 : -1;
  };
  group.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const list = all();
    const at = list.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const next = Number.isFinite(by) ? (at + by + list.length) % list.length : by < 0 ? 0 : list.length - 1;
    list[next]?.focus();
    if (press) list[next]?.click();
    event.preventDefault();
    event.stopPropagation();
  });
  group.addEventListener("focusin", mark);
  new MutationObserver(mark).observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "aria-checked", "aria-selected"] });
  mark();
}
