/** What the paths do in a browser, whichever it is. Names are those that a screen reader says. */
export interface BrowserPage {
  readonly open: (url: string) => Promise<void>;
  readonly click: (name: RegExp) => Promise<void>;
  /** Types into the field with this label, instead of what is there. */
  readonly fill: (label: RegExp, text: string) => Promise<void>;
  readonly choose: (label: RegExp, file: string) => Promise<void>;
  /** Holds what has this name, and moves it by so many pixels. */
  readonly drag: (name: RegExp, by: { x: number; y: number }) => Promise<void>;
  readonly press: (key: "Escape" | "Enter") => Promise<void>;
  /** Waits until the page shows a text. @throws after half a minute */
  readonly shows: (text: RegExp) => Promise<void>;
  readonly run: <Answer>(script: string) => Promise<Answer>;
  /** Errors of scripts since the last page was opened. */
  readonly errors: () => Promise<string[]>;
  /** The visible part of the page, as a PNG. */
  readonly picture: () => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

const PATIENCE_MS = 30_000;

/** In the page: finds the topmost visible element of a kind by its name. The body of a function of these two. */
export const FIND = `
  const [kind, source] = arguments;
  const matches = (name) => new RegExp(source).test(name.replace(/\\s+/g, " ").trim());
  const textOf = (id) => document.getElementById(id)?.textContent ?? "";
  const nameOf = (one) =>
    one.getAttribute("aria-label") ??
    (one.getAttribute("aria-labelledby")?.split(" ").map(textOf).join(" ") ||
      [...(one.labels ?? [])].map((label) => label.textContent).join(" ") ||
      one.textContent ||
      "");
  const isShown = (one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(one).visibility === "visible";
  };
  const selector = {
    control: "button, input[type=checkbox], input[type=radio], a[href], [role=button], [role=option], [role=menuitem], [role=tab], label, summary",
    field: "input, textarea, select, [role=combobox]",
    file: "input[type=file]",
  }[kind];
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].filter(isShown);
  const within = kind === "file" ? document : (dialogs.at(-1) ?? document);
  const isMeant = (one) => (kind === "file" || isShown(one)) && !one.disabled && matches(nameOf(one));
  return (
    [...within.querySelectorAll(selector)].find(isMeant) ??
    [...document.querySelectorAll(selector)].find(isMeant) ??
    null
  );
`;

/** In the page: collects what its scripts throw. */
export const WATCH = `
  if (!window.__errors) {
    window.__errors = [];
    addEventListener("error", ({ message }) => window.__errors.push(message));
    addEventListener("unhandledrejection", ({ reason }) => window.__errors.push(String(reason)));
  }
`;

/** Looks again until there is a result. @throws after half a minute, with what was looked for */
export async function patiently<Found>(
  what: string,
  look: () => Promise<Found | null | false | undefined>,
): Promise<Found> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`never there: ${what}`);
    await Bun.sleep(100);
  }
}
