// Making elements without a framework, and without ever parsing a string from outside as HTML.

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;
type Child = Node | string | number | null | undefined | false;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

/** An element that index.html promises. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element as T;
}

const ICONS: Record<string, string> = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z",
  step: "M5 4.5v15l10-7.5zM16.5 4.5h3v15h-3z",
  back: "M19 4.5v15l-10-7.5zM4.5 4.5h3v15h-3z",
  restart: "M12 5V1.5L6.5 6 12 10.500V7.200a5.400 5.400 0 1 1-5.400 5.400H4.300A7.700 7.700 0 1 0 12 5z",
  close: "M6.400 5 12 10.600 17.600 5 19 6.400 13.400 12 19 17.600 17.600 19 12 13.400 6.400 19 5 17.600 10.600 12 5 6.400z",
  undo: "M8 4 3 9l5 5v-3.500h5.500a3.250 3.250 0 0 1 0 6.500H8V19.500h5.500a5.750 5.750 0 0 0 0-11.500H8z",
  redo: "M16 4l5 5-5 5v-3.500h-5.500a3.250 3.250 0 0 0 0 6.500H16V19.500h-5.500a5.750 5.750 0 0 1 0-11.500H16z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2.200a6.800 6.800 0 0 1 0 13.600z",
  sound: "M4 9v6h4l5 4.500V4.500L8 9zM15.500 8.200v7.600a4.200 4.200 0 0 0 0-7.600zM15.500 3.600v2.200a6.600 6.600 0 0 1 0 12.400v2.200a8.700 8.700 0 0 0 0-16.800z",
  camera: "M9 5 7.500 7H4a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h16a1 1 0 0 0 1-1V8a1 1 0 0 0-1-1h-3.500L15 5zm3 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
  dots: "M5 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  help: "M12 2.500a9.500 9.500 0 1 0 0 19 9.500 9.500 0 0 0 0-19zm-1.200 14h2.400v2.300h-2.400zM12 5.800c2.300 0 3.900 1.400 3.900 3.400 0 2.600-2.700 2.700-2.700 5.300h-2.400c0-3.500 2.600-3.600 2.600-5.100 0-.8-.6-1.300-1.500-1.300s-1.500.6-1.600 1.600H7.900c.1-2.400 1.800-3.900 4.100-3.900z",
};

export function icon(name: string): SVGSVGElement {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" },
    s("path", { d: ICONS[name] ?? "", "fill-rule": "evenodd" }));
}

/** A button that shows only a picture: its name is for screen readers and the tip. */
export function iconButton(name: string, label: string, press: () => void, key?: string): HTMLButtonElement {
  return h("button", {
    type: "button", class: "icon-button", "aria-label": label, title: key ? `${label} (${key})` : label, onclick: press,
  }, icon(name));
}

/** Says something in passing; screen readers hear it too. */
export function toast(text: string, kind: "note" | "error" = "note"): void {
  const list = byId("toasts");
  const item = h("p", { class: `toast ${kind}` }, text);
  list.append(item);
  while (list.children.length > 3) list.firstElementChild?.remove();
  setTimeout(() => item.remove(), kind === "error" ? 6000 : 3000);
}

export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** `front_kick` as people write it. */
export const words = (name: string): string => name.replaceAll("_", " ");

/** "1 take", "2 takes". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

export const clock = (seconds: number): string => {
  const whole = Math.max(0, seconds);
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${(whole - minutes * 60).toFixed(2).padStart(5, "0")}`;
};
