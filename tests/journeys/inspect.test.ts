import { expect } from "bun:test";
import { inspect } from "./accessibility.ts";
import { JOURNEY_MS, launch, visitor } from "./browser.ts";
import { journey } from "./salon.ts";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
/**
 * For each width a picture without a description, and for each theme a text in almost the background's color. A dialog
 * covers another such picture.
 */
const PAGE = `<!doctype html><html lang="en"><title>Planted</title>
<style>
  body { background: #000; color: #fff; }
  [data-theme="light"] body { background: #fff; color: #000; }
  :root:not([data-theme]) .dark { color: #222; }
  [data-theme="light"] .light { color: #ddd; }
  @media (width < 800px) { .wide { display: none; } }
  @media (width >= 800px) { .narrow { display: none; } }
</style>
<main>
  <img class="narrow" src="${PIXEL}"><p class="dark narrow">Pale</p><p class="light narrow">Pale</p>
  <img class="wide" src="${PIXEL}"><p class="dark wide">Pale</p><p class="light wide">Pale</p>
  <div data-aria-hidden="true"><img src="${PIXEL}"></div>
</main>`;

journey(
  "an inspection finds what is wrong in either theme and at either width, but for what a dialog covers",
  async () => {
    const browser = await launch();
    const { page } = await visitor(browser);
    await page.setContent(PAGE);
    const found = await inspect(page, "planted");
    expect(found.map((line) => line.replace(/ src=.*/, ">"))).toEqual([
      'planted, 390 px, dark: color-contrast: <p class="dark narrow">Pale</p>',
      'planted, 390 px, light: color-contrast: <p class="light narrow">Pale</p>',
      'planted, 390 px, light: image-alt: <img class="narrow">',
      'planted, 1280 px, light: color-contrast: <p class="light wide">Pale</p>',
      'planted, 1280 px, light: image-alt: <img class="wide">',
      'planted, 1280 px, dark: color-contrast: <p class="dark wide">Pale</p>',
    ]);
    await browser.close();
  },
  JOURNEY_MS,
);

const PALE = `
  .pale, .first + i, label:has(:checked) { color: #ddd; }
  u { color: var(--ink); }`;
/** Each two differ in what is not in a class of the part itself. */
const AROUND = [
  [`<b>Ada</b><i>Cut</i>`, `<b class="first">Ada</b><i>Cut</i>`],
  [`<u style="--ink: #222">Cut</u>`, `<u style="--ink: #ddd">Cut</u>`],
  [
    `<form><label>Cut <input type="radio"></label></form>`,
    `<form><label>Cut <input type="radio" checked></label></form>`,
  ],
] as const;

journey(
  "what was found sound is left out next time, in any window, unless it or what is around it differs",
  async () => {
    const browser = await launch();
    const show = async (main: string) => {
      const { page } = await visitor(browser);
      await page.setContent(
        `<!doctype html><html lang="en"><title>Rows</title><style>${PALE}</style><main>${main}</main>`,
      );
      return (await inspect(page, "rows")).map((line) => line.replace(/<.*/, ""));
    };
    const pale = [
      "rows, 390 px, dark: color-contrast: ",
      "rows, 390 px, light: color-contrast: ",
      "rows, 1280 px, light: color-contrast: ",
      "rows, 1280 px, dark: color-contrast: ",
    ];
    expect(await show(`<ul><li>Ada</ul><p>Sound</p>`)).toEqual([]);
    expect(await show(`<ul><li>Jo</ul><p class="pale">Pale</p>`)).toEqual(pale);
    expect(await show(`<ul><li>Jo</ul><p class="pale">Pale again</p>`)).toEqual(pale);
    expect(await show(`<div class="pale"><ul><li>Ada</ul></div>`)).toEqual(pale);
    for (const [sound, unsound] of AROUND) {
      expect([sound, await show(sound)]).toEqual([sound, []]);
      expect([unsound, await show(unsound)]).toEqual([unsound, expect.arrayContaining(pale)]);
    }
    expect(await show(`<ul><li hidden>Ada</ul>`)).toEqual([]);
    expect(await show(`<ul><li>Ada <img src="${PIXEL}"></ul>`)).toEqual([
      "rows, 390 px, light: image-alt: ",
      "rows, 1280 px, light: image-alt: ",
    ]);
    await browser.close();
  },
  JOURNEY_MS,
);
