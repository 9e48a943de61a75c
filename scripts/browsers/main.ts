import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveDemo } from "#scripts/bench/salon-server.ts";
import { DEMO_PASSWORD, DEMO_USER } from "#src/demo/salon.ts";
import { openFirefox } from "./firefox.ts";
import type { BrowserPage } from "./page.ts";
import { PATHS } from "./paths.ts";
import { openWebKit } from "./webkit.ts";

/** Takes the main paths through Firefox and WebKit, each with its own demo. Exits with 1 if one fails. */
const FIREFOX = "/usr/bin/firefox-esr";
const WEBKIT = "/usr/bin/WebKitWebDriver";
const XVFB = "/usr/bin/Xvfb";
const DISPLAY = ":97";

for (const program of [FIREFOX, WEBKIT, XVFB])
  if (!existsSync(program)) {
    process.stderr.write(
      `${program} is missing. On Debian: apt-get install firefox-esr webkit2gtk-driver xvfb\n`,
    );
    process.exit(2);
  }

const screen = Bun.spawn([XVFB, DISPLAY, "-screen", "0", "1400x1000x24"], { stderr: "ignore" });
const wanted = process.argv.slice(2);
let failed = 0;
for (const [name, launch] of [
  ["Firefox", () => openFirefox(FIREFOX)],
  ["WebKit", () => openWebKit(WEBKIT, DISPLAY)],
] as const) {
  const demo = await serveDemo({ username: DEMO_USER, password: DEMO_PASSWORD });
  const page = await launch();
  for (const [path, take] of Object.entries(PATHS))
    if (wanted.length === 0 || wanted.includes(path) || path === "sign in")
      if (!(await passes(`${name}: ${path}`, page, () => take(page, demo.url)))) failed += 1;
  await page.close();
  await demo.stop();
}
screen.kill();
process.stdout.write(failed === 0 ? "All paths passed.\n" : `${failed} failed.\n`);
process.exit(failed === 0 ? 0 : 1);

async function passes(
  name: string,
  page: BrowserPage,
  take: () => Promise<void>,
): Promise<boolean> {
  const started = performance.now();
  let problem: string | undefined;
  try {
    await take();
    problem = (await page.errors()).join("; ") || undefined;
  } catch (error) {
    const seen = await page.run<string>("document.body.innerText.slice(-600)").catch(() => "");
    const picture = join(tmpdir(), `${name.replaceAll(/\W+/g, "-").toLowerCase()}.png`);
    await page.picture().then(
      (png) => Bun.write(picture, png),
      () => undefined,
    );
    problem = `${error}\n${seen}\n${picture}`;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${problem ? "FAILED" : "passed"} ${name} (${seconds} s)${problem ? `: ${problem}` : ""}\n`,
  );
  return problem === undefined;
}
