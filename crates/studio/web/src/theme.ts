// Light or dark: as the system says, until somebody says otherwise.

type Choice = "auto" | "light" | "dark";
const KEY = "footwork-theme";

export class Theme {
  private readonly system = matchMedia("(prefers-color-scheme: dark)");
  private choice: Choice = "auto";

  constructor(private readonly changed: (dark: boolean) => void) {
    try { this.choice = (localStorage.getItem(KEY) as Choice | null) ?? "auto"; } catch { /* a page without storage still works */ }
    this.system.addEventListener("change", () => this.apply());
    this.apply();
  }

  get dark(): boolean { return this.choice === "auto" ? this.system.matches : this.choice === "dark"; }

  toggle(): void {
    const next = this.dark ? "light" : "dark";
    // Back to what the system says is "auto" again, so that it goes on following it.
    this.choice = (next === "dark") === this.system.matches ? "auto" : next;
    try { localStorage.setItem(KEY, this.choice); } catch { /* as above */ }
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    this.changed(this.dark);
  }
}
