import type { BrowserContext, Page } from "playwright-core";

/** Presses of the pointer that the page's own listener has counted, over all pages of a browser. */
export interface Clicks {
  readonly pressed: readonly string[];
  /** Clears the presses counted so far. */
  readonly restart: () => void;
}

/**
 * Counts every press that ends where it may act, by mouse or finger. Scrolling by touch ends with
 * pointercancel and is not a press.
 */
export async function countClicks(context: BrowserContext): Promise<Clicks> {
  const pressed: string[] = [];
  await context.exposeFunction("recordPress", (what: string) => pressed.push(what));
  await context.addInitScript(() => {
    addEventListener(
      "pointerup",
      ({ isTrusted, target }) => {
        if (!isTrusted || !(target instanceof Element)) return;
        const pressable = target.closest(
          "button, a, label, input, textarea, select, [role=option]",
        );
        const one = pressable ?? target;
        const name = one.getAttribute("aria-label") ?? one.textContent ?? "";
        const { recordPress } = window as unknown as { recordPress: (what: string) => void };
        recordPress(`${one.tagName.toLowerCase()} ${name.trim().slice(0, 40)}`);
      },
      { capture: true },
    );
  });
  return {
    pressed,
    restart() {
      pressed.length = 0;
    },
  };
}

/** Types into the field that has the focus, as a person who did not press it first. */
export async function typeIntoFocused(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await page.waitForFunction((one) => one === document.activeElement, await field.elementHandle());
  await page.keyboard.type(text);
}
