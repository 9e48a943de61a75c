import { type ElementHandle, launch } from "puppeteer-core";
import { type BrowserPage, FIND, patiently, WATCH } from "./page.ts";

/** Firefox, driven by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<BrowserPage> {
  const browser = await launch({ browser: "firefox", executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const find = (kind: string, name: RegExp) =>
    patiently(`${kind} ${name}`, async () => {
      const handle = await page.evaluateHandle(
        (body, ...args) => new Function(body).apply(null, args),
        FIND,
        kind,
        name.source,
      );
      return handle.asElement() as ElementHandle<HTMLElement> | null;
    });
  return {
    async open(url) {
      await page.goto(url, { waitUntil: "load" });
      await page.evaluate(WATCH);
    },
    async click(name) {
      await (await find("control", name)).click();
    },
    async fill(label, text) {
      const field = await find("field", label);
      await field.click({ count: 3 });
      await page.keyboard.press("Backspace");
      await field.type(text);
    },
    async choose(label, file) {
      await ((await find("file", label)) as ElementHandle<HTMLInputElement>).uploadFile(file);
    },
    async drag(name, by) {
      const box = await (await find("control", name)).boundingBox();
      if (!box) throw new Error(`${name} has no place`);
      const [x, y] = [box.x + box.width / 2, box.y + 12];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 5 });
      await page.mouse.move(x + by.x, y + by.y, { steps: 5 });
      await Bun.sleep(300);
      await page.mouse.up();
    },
    press: (key) => page.keyboard.press(key),
    async shows(text) {
      await patiently(`text ${text}`, async () =>
        text.test((await page.evaluate("document.body.innerText")) as string),
      );
    },
    run: (script) => page.evaluate(script) as never,
    errors: () => page.evaluate("window.__errors ?? []") as Promise<string[]>,
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
