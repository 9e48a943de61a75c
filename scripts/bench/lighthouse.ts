import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "#scripts/ensure-chromium.ts";
import { DEMO_PASSWORD, DEMO_USER } from "#src/demo/salon.ts";
import { clientScreens } from "#ui/client-screens.ts";
import { screens } from "#ui/screens.ts";
import contents from "../../docs/guide/contents.json";
import { peerPackages } from "./peers/packages.ts";
import { type Served, serveDemo } from "./salon-server.ts";
import { type Measuring, toBudgetRow, toInfoRow } from "./table.ts";

const PATIENCE_MS = 120_000;
/** Chromium sometimes records no navigation. */
const MAX_TRIES = 3;
const NO_RESULT = { score: Number.NaN, access: Number.NaN, seen: "no result" };

interface Score {
  readonly path: string;
  /** Performance and accessibility, 0 to 100, or NaN when the page gave no result. */
  readonly score: number;
  readonly access: number;
  /** First and largest contentful paint, and blocked time, in milliseconds. */
  readonly seen: string;
}

/** Lighthouse's performance and accessibility of each page of the demo and guide, with its mobile preset. */
export async function lighthouse({ rows, servers, install }: Measuring): Promise<void> {
  const folder = peerPackages("lighthouse", ["lighthouse"], install);
  const chromium = ensureChromium();
  if (!folder || !chromium) {
    const why = `${folder ? "Chromium" : "Lighthouse"} is not installed; run with --install`;
    rows.push(
      toBudgetRow("lighthouse-staff", Number.NaN, why),
      toBudgetRow("lighthouse-clients", Number.NaN, why),
    );
    return;
  }
  const demo = await serveDemo({ username: DEMO_USER, password: DEMO_PASSWORD });
  servers.push(demo);
  const scoreOf = async (path: string) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const run = await score(folder, chromium, demo.url + path, demo.cookie);
      if (!Number.isNaN(run.score)) return run;
    }
    return NO_RESULT;
  };
  const signedIn = screens.filter(({ access, leadsTo }) => access !== "public" && !leadsTo);
  for (const [id, paths] of [
    ["lighthouse-staff", signedIn.map(({ path }) => path)],
    ["lighthouse-clients", clientScreens.map(({ path }) => path)],
    [
      "lighthouse-guide",
      ["/guide", ...contents.flatMap(({ pages }) => pages).map((page) => `/guide/${page}`)],
    ],
  ] as const) {
    const scores: Score[] = [];
    for (const path of paths)
      if (await isOwnPage(demo, path)) scores.push({ path, ...(await scoreOf(path)) });
    const measured = scores.filter((one) => !Number.isNaN(one.score));
    const lowest = measured.toSorted((a, b) => a.score - b.score)[0];
    const access = Math.min(...measured.map((one) => one.access));
    rows.push(
      toBudgetRow(
        id,
        lowest?.score ?? Number.NaN,
        `${lowest?.score}, ${lowest?.path}; accessibility ${access} of ${measured.length} pages`,
      ),
      ...scores.map(({ path, score, access, seen }) =>
        toInfoRow(
          `lighthouse, ${path}`,
          Number.isNaN(score) ? seen : `${score}, accessibility ${access}; ${seen}`,
        ),
      ),
    );
  }
  await demo.stop();
}

/** An address with a key is one client's, and some addresses lead to another page. */
async function isOwnPage({ url, cookie }: Served, path: string): Promise<boolean> {
  if (path.includes(":")) return false;
  const answer = await fetch(url + path, { headers: { cookie }, redirect: "manual" });
  return answer.ok;
}

interface Report {
  readonly categories: Readonly<
    Record<"performance" | "accessibility", { readonly score: number | null }>
  >;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

async function score(
  folder: string,
  chromium: string,
  url: string,
  cookie: string,
): Promise<Omit<Score, "path">> {
  const scratch = mkdtempSync(join(tmpdir(), "parlor-lighthouse-"));
  const headers = join(scratch, "headers.json");
  const output = join(scratch, "report.json");
  await Bun.write(headers, JSON.stringify({ cookie }));
  const child = Bun.spawn(
    [
      "node",
      join(folder, "node_modules/lighthouse/cli/index.js"),
      url,
      "--quiet",
      "--only-categories=performance,accessibility",
      `--extra-headers=${headers}`,
      "--chrome-flags=--headless=new --no-sandbox",
      "--output=json",
      `--output-path=${output}`,
    ],
    {
      env: { PATH: process.env["PATH"] ?? "", CHROME_PATH: chromium },
      stdout: "ignore",
      stderr: "ignore",
      timeout: PATIENCE_MS,
    },
  );
  await child.exited;
  const report = Bun.file(output);
  const result = (await report.exists()) ? ((await report.json()) as Report) : undefined;
  rmSync(scratch, { recursive: true });
  const found = result?.categories.performance.score;
  if (!result || typeof found !== "number") return NO_RESULT;
  const milliseconds = (audit: string) =>
    Math.round(result.audits[audit]?.numericValue ?? Number.NaN);
  return {
    score: Math.round(found * 100),
    access: Math.round((result.categories.accessibility.score ?? 0) * 100),
    seen: `first paint ${milliseconds("first-contentful-paint")} ms, largest ${milliseconds("largest-contentful-paint")}, blocked ${milliseconds("total-blocking-time")}`,
  };
}
