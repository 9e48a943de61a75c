import { sendRequests, type Target } from "./load.ts";
import { nextPages } from "./peers/next.ts";
import { serveSalon } from "./salon-server.ts";
import { type Measuring, toBudgetRow } from "./table.ts";

const PAGES = { contacts: "/contacts", inbox: "/inbox", dashboard: "/" } as const;
const SETTINGS = "/settings/salon";
const COUNT = 200;

/** Measures staff pages as the server renders them, compared with the same pages in Next.js. */
export async function rendered({ rows, contacts, servers, install }: Measuring): Promise<void> {
  const server = await serveSalon(contacts, { passive: true });
  servers.push(server);
  const next = await nextPages(install);
  if (typeof next !== "string") servers.push(next);
  const parlor: Target = {
    name: "Parlor",
    url: server.url,
    pids: [server.pid],
    headers: { cookie: server.cookie },
  };
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
  if (typeof next !== "string") next.kill();
}
