import { join } from "node:path";
import { sendRequests, type Target } from "./load.ts";
import { nextPages } from "./peers/next.ts";
import { reuseSalon, serveSalon } from "./salon-server.ts";
import { type Measuring, type Row, toBudgetRow } from "./table.ts";

const PAGES = { contacts: "/contacts", inbox: "/inbox", dashboard: "/" } as const;
const SETTINGS = "/settings/salon";
const COUNT = 200;

/** Measures staff pages as the server renders them, compared with React alone and with the same pages in Next.js. */
export async function rendered({ rows, contacts, servers, install }: Measuring): Promise<void> {
  const server = await serveSalon(contacts, { passive: true });
  servers.push(server);
  const parlor: Target = {
    name: "Parlor",
    url: server.url,
    pids: [server.pid],
    headers: { cookie: server.cookie },
  };
  const next = await nextPages(parlor, Object.values(PAGES), install);
  if (typeof next !== "string") servers.push(next);
  const costs = new Map<string, number>();
  for (const [page, path] of [...Object.entries(PAGES), ["settings", SETTINGS] as const]) {
    const isCompared = typeof next !== "string" && page in PAGES;
    const seen = await sendRequests(
      [parlor, ...(isCompared ? [next] : [])].map((target) => ({
        target,
        paths: [path],
        count: COUNT,
      })),
    );
    const own = seen.get("Parlor")?.cpu ?? Number.NaN;
    costs.set(page, own);
    if (page === "settings") continue;
    const times = (seen.get("Next.js")?.cpu ?? Number.NaN) / own;
    rows.push(
      toBudgetRow(
        `page-${page as keyof typeof PAGES}`,
        times,
        `${typeof next === "string" ? next : `${times.toFixed(1)}×`} (${(own / 1000).toFixed(2)} ms, ${Math.round(1e6 / own)} pages per CPU second)`,
      ),
    );
  }
  const settings = costs.get("settings") ?? Number.NaN;
  const ratio = settings / (costs.get("dashboard") ?? Number.NaN);
  rows.push(
    toBudgetRow(
      "page-settings",
      ratio,
      `${ratio.toFixed(2)}× (${(settings / 1000).toFixed(2)} ms)`,
    ),
  );
  await server.stop();
  rows.push(...compareWithReact(await reuseSalon(contacts)));
  if (typeof next !== "string") next.kill();
}

interface Cost {
  readonly path: string;
  /** CPU microseconds. */
  readonly whole: number;
  readonly react: number;
  /** Its data through React Query and as JSON, and compression. */
  readonly writing: number;
}

function compareWithReact(folder: string): Row[] {
  const { stdout } = Bun.spawnSync(
    [
      process.execPath,
      join(import.meta.dir, "render-limit.ts"),
      folder,
      ...Object.values(PAGES),
      SETTINGS,
    ],
    { env: { ...process.env, NODE_ENV: "production" }, stderr: "inherit" },
  );
  const costs = JSON.parse(stdout.toString()) as Cost[];
  const ratios = costs.map(({ whole, react }) => whole / react);
  const least = Math.max(...costs.map(({ react, writing }) => (react + writing) / react));
  const of = (cost: Cost) =>
    `${(cost.whole / 1000).toFixed(1)} of ${(cost.react / 1000).toFixed(1)} ms`;
  const slowest = Math.max(...costs.map(({ whole }) => whole)) / 1000;
  return [
    toBudgetRow(
      "page-react",
      Math.max(...ratios),
      costs.map((cost, at) => `${ratios[at]?.toFixed(1)}× (${of(cost)})`).join(", "),
      least,
    ),
    toBudgetRow("page-cpu", slowest, `${slowest.toFixed(1)} ms`),
  ];
}
