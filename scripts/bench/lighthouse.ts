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

type BudgetId = Parameters<typeof toBudgetRow>[0];

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

/** Lighthouse's performance and accessibility of each page of the sample salon, with its mobile preset. */
export async function lighthouse(measuring: Measuring): Promise<void> {
  const signedIn = screens.filter(({ access, leadsTo }) => access !== "public" && !leadsTo);
  await measure(measuring, [
    ["lighthouse-staff", signedIn.map(({ path }) => path)],
    ["lighthouse-clients", clientScreens.map(({ path }) => path)],
  ]);
}

/** The same of the guide, whose pages have no script of their own. */
export async function lighthouseOfGuide(measuring: Measuring): Promise<void> {
  const pages = contents.flatMap((chapter) => chapter.pages).map((page) => `/guide/${page}`);
  await measure(measuring, [["lighthouse-guide", ["/guide", ...pages]]]);
}

async function measure(
  { rows, servers, install }: Measuring,
  groups: readonly (readonly [id: BudgetId, paths: readonly string[]])[],
): Promise<void> {
  const folder = peerPackages("lighthouse", ["lighthouse"], install);
  const chromium = ensureChromium();
  if (!folder || !chromium) {
    const why = `${folder ? "Chromium" : "Lighthouse"} is not installed; run with --install`;
    rows.push(...groups.map(([id]) => toBudgetRow(id, Number.NaN, why)));
    return;
  }
  const demo = await serveDemo({ username: DEMO_USER, password: DEMO_PASSWORD });
  servers.push(demo);
  const hasPortals = groups.some(([id]) => id === "lighthouse-clients");
  const cookie = [demo.cookie, ...(hasPortals ? await signInClients(demo) : [])].join("; ");
  const scoreOf = async (path: string) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const run = await score(folder, chromium, demo.url + path, cookie);
      if (!Number.isNaN(run.score)) return run;
    }
    return NO_RESULT;
  };
  for (const [id, paths] of groups) {
    const scores: Score[] = [];
    for (const path of paths)
      if (await isOwnPage(demo.url + path, cookie))
        scores.push({ path, ...(await middleScore(id, () => scoreOf(path))) });
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

/** A page below its goal is measured twice more: a slow moment of the machine at one of many pages would decide for all. */
async function middleScore(id: BudgetId, measureOnce: () => Promise<PageScore>) {
  const first = await measureOnce();
  if (toBudgetRow(id, first.score, "").holds) return first;
  const all = [first, await measureOnce(), await measureOnce()];
  return all.toSorted((a, b) => a.score - b.score)[1] ?? first;
}

/** An address with a key is one client's, and some addresses lead to another page. */
async function isOwnPage(address: string, cookie: string): Promise<boolean> {
  if (address.includes("/:")) return false;
  const answer = await fetch(address, { headers: { cookie }, redirect: "manual" });
  return answer.ok;
}

const PORTALS = [
  ["/api/subscriptions", "/api/membership/request-code", "/api/membership/verify-code"],
  [
    "/api/payment-plan-subscriptions",
    "/api/financing/send-verification",
    "/api/financing/verify-login",
  ],
] as const;

/** Signs in a member and a client with a payment plan, by the codes on their simulated phones. Returns the cookies. */
async function signInClients({ url, json }: Served): Promise<string[]> {
  const cookies: string[] = [];
  for (const [list, send, verify] of PORTALS) {
    const clients = (await json(list)) as readonly { contactPhone: string; status: string }[];
    const phoneNumber = clients.find(({ status }) => status === "active")?.contactPhone;
    const post = async (path: string, body: object) => {
      const answer = await fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: cookies.join("; ") },
        body: JSON.stringify({ phoneNumber, ...body }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      cookies.push(...answer.headers.getSetCookie().map((one) => one.split(";")[0] ?? ""));
    };
    await post(send, {});
    await post(verify, { code: await codeOn(json, phoneNumber) });
  }
  return cookies;
}

async function codeOn(json: Served["json"], phone: string | undefined): Promise<string> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 100) {
    const texts = (await json("/api/demo/texts")) as readonly { phone: string; body: string }[];
    const text = texts.find((one) => one.phone === phone && one.body.includes("is your code"));
    const code = text && /\d{6}/.exec(text.body)?.[0];
    if (code) return code;
    await Bun.sleep(100);
  }
  throw new Error("no code arrived");
}

type PageScore = Omit<Score, "path">;

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
): Promise<PageScore> {
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
