import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { DESK, PHONE } from "./browser.ts";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const CONTRAST = ["color-contrast"];

/** Beginning and ending in the dark theme, which most pages are in: each change draws the page again. */
const LOOKS = [
  { size: PHONE, themes: ["dark", "light"] },
  { size: DESK, themes: ["light", "dark"] },
] as const;

/**
 * What axe has found nothing in since the process began, by width and theme: hashes of elements with all that is
 * in them and around them, apart from texts. Most of a screen is like another, and axe takes half a second of
 * processor time for a whole one.
 */
const sound = new Map<string, Set<number>>();

/**
 * What axe has to say of what is on screen now: in both themes, at both widths. A theme changes colors
 * alone, so in the second one only their contrast is looked at. What an open dialog covers was inspected
 * before it opened.
 */
export async function inspect(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const { size, themes } of LOOKS) {
    await page.setViewportSize(size);
    // A script that reads the width draws again a moment later.
    await page.waitForTimeout(150);
    for (const theme of themes) {
      await page.evaluate((one) => {
        if (one === "light") document.documentElement.dataset["theme"] = "light";
        else delete document.documentElement.dataset["theme"];
        // A color in transition would be measured at half its contrast, and each of its frames draws the page.
        for (const any of document.getAnimations()) if (any instanceof CSSTransition) any.finish();
      }, theme);
      const look = `${size.width} px, ${theme}`;
      for (const violation of await violations(page, look, theme === "light" ? WCAG : CONTRAST))
        found.push(`${name}, ${look}: ${violation}`);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) found.push(`${name}, ${size.width} px: ${wider} px too wide`);
      const folder = process.env["JOURNEY_PICTURES"];
      if (folder) await page.screenshot({ path: `${folder}/${name}-${size.width}-${theme}.png` });
    }
  }
  return found;
}

async function violations(page: Page, look: string, runOnly: readonly string[]): Promise<string[]> {
  const seen = sound.get(look) ?? new Set();
  sound.set(look, seen);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const parts = await page.evaluate(hashParts);
  const found = await page.evaluate(runAxe, [
    runOnly,
    parts.filter((part) => seen.has(part)),
  ] as const);
  if (found.length === 0) for (const part of parts) seen.add(part);
  return found;
}

/** Runs in the page: a hash for each element, which the element keeps. */
function hashParts(): number[] {
  // Their values tell one client from another, and not one kind of element from another.
  const OWN =
    /^(?:id|href|src|srcset|name|value|title|alt|datetime|aria-(?:label|posinset|setsize))$/;
  const REFERENCES = /^(?:for|aria-(?:labelledby|controls|describedby|owns))$/;
  const hashes: number[] = [];
  const { attributes } = document.documentElement;
  describe(document.body, [...attributes].map(({ name, value }) => `${name}=${value}`).join(" "));
  return hashes;

  /** Returns the element with all that is in it. */
  function describe(element: Element, around: string): string {
    let itself = `${nameOf(element.previousElementSibling)}+${nameOf(element)} ${element.checkVisibility()}`;
    if (element instanceof HTMLInputElement) itself += ` ${element.checked}`;
    for (const { name, value } of element.attributes)
      itself += ` ${name}=${meaningOf(name, value)}`;
    const above = `${around}>${itself}`;
    let all = `${itself}(`;
    for (const child of element.childNodes) {
      if (child instanceof Element) all += describe(child, above);
      else if (child instanceof Text && child.data.trim() !== "") all += "text";
    }
    all += ")";
    const hash = hashOf(`${around}>${all}`);
    hashes.push(hash);
    Object.assign(element, { partHash: hash });
    return all;
  }

  function nameOf(element: Element | null): string {
    return element ? `${element.localName}.${element.className}` : "";
  }

  function meaningOf(name: string, value: string): string | boolean {
    if (REFERENCES.test(name))
      return value.split(" ").every((id) => document.getElementById(id) !== null);
    if (name === "style") return value.replace(/[\d.]+(?:px|%)/g, "");
    const isOwn = OWN.test(name) || (name.startsWith("data-") && /[^a-z-]/.test(value));
    return isOwn ? value !== "" : value;
  }

  /** 53 bits, so that hardly ever two of a hundred thousand are the same. */
  function hashOf(text: string): number {
    let [one, two] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at += 1) {
      one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
      two = Math.imul(two ^ text.charCodeAt(at), 1597334677);
    }
    return (two >>> 11) * 2 ** 32 + (one >>> 0);
  }
}

/** Runs in the page. `known` are the hashes of what is left out. */
async function runAxe([rules, known]: readonly [readonly string[], number[]]): Promise<string[]> {
  const { axe } = window as unknown as {
    axe: { run: (where: object, how: object) => Promise<Report> };
  };
  interface Report {
    violations: { id: string; nodes: { html: string }[] }[];
  }
  const isKnown = new Set<unknown>(known);
  const left: Element[] = [];
  leaveOut(document.body);
  const report = await axe.run(
    // Dialogs mark what they cover.
    { include: [["html"]], exclude: [["[data-aria-hidden]"], ["[data-known]"]] },
    {
      runOnly: rules,
      resultTypes: ["violations"],
      // They name every element that passes, too, which is a third of the time.
      selectors: false,
      // Else it fetches the style sheets too, for an experimental rule that these tags leave out.
      preload: { assets: ["media"] },
    },
  );
  for (const element of left) element.removeAttribute("data-known");
  return report.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);

  function leaveOut(element: Element): void {
    const { partHash } = element as { partHash?: number };
    if (isKnown.has(partHash)) {
      element.setAttribute("data-known", "");
      left.push(element);
      return;
    }
    // Of rows that are alike the first is enough.
    isKnown.add(partHash);
    for (const child of element.children) leaveOut(child);
  }
}
