import type { DehydratedState } from "@tanstack/react-query";
import { lightIcons } from "#scripts/light-icons.ts";
import { openApp } from "./app-on.ts";
import { OWNER } from "./large-salon.ts";

/**
 * `bun scripts/bench/render-limit.ts FOLDER PATH…` prints as JSON how many CPU microseconds a page takes on a salon's
 * folder, how many of them React's `renderToString` takes, and how many everything else takes that no page can leave out:
 * its data through React Query and as JSON, and compression. It runs separately, because the benchmark has loaded React's
 * development build.
 */
const [folder = "", ...paths] = process.argv.slice(2);
const COUNT = 300;
/** Until everything that runs often is compiled: a server renders for weeks. */
const WARM_UP = 1_500;
const ORIGIN = "http://localhost";

const react = await import(Bun.resolveSync("react-dom/server", import.meta.dir));
let rendering = 0;
// As the program is built.
Bun.plugin(lightIcons);
Bun.plugin({
  name: "measured-rendering",
  setup(build) {
    build.module("react-dom/server", () => ({
      loader: "object",
      exports: {
        renderToString(tree: unknown) {
          const before = cpu();
          const html = react.renderToString(tree);
          rendering += cpu() - before;
          return html;
        },
      },
    }));
  },
});
const { createServer } = await import("#src/server.ts");
const { dehydrate } = await import("@tanstack/react-query");
const { createQueryClient } = await import("#ui/api.ts");
const hono = createServer(openApp(folder));
const signedIn = await hono.request(`${ORIGIN}/api/login`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(OWNER),
});
const headers = {
  cookie: signedIn.headers.get("set-cookie")?.split(";")[0] ?? "",
  "accept-encoding": "zstd",
};
const costs = [];
for (const path of paths) {
  await open(path, WARM_UP);
  rendering = 0;
  const before = cpu();
  await open(path, COUNT);
  const whole = (cpu() - before) / COUNT;
  costs.push({ path, whole, react: rendering / COUNT, writing: await writing(path) });
}
process.stdout.write(JSON.stringify(costs));
process.exit(0);

async function open(path: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const page = await hono.request(ORIGIN + path, { headers });
    if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
    await page.arrayBuffer();
  }
}

async function writing(path: string): Promise<number> {
  const html = await (
    await hono.request(ORIGIN + path, { headers: { ...headers, "accept-encoding": "identity" } })
  ).text();
  const [, boot = "null"] = /id="boot"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  const { queries, ...rest } = JSON.parse(boot) as { queries: DehydratedState };
  let before = 0;
  for (let n = 0; n < WARM_UP + COUNT; n += 1) {
    if (n === WARM_UP) before = cpu();
    const client = createQueryClient();
    for (const { queryKey, state } of queries.queries)
      await client.fetchQuery({ queryKey, queryFn: async () => state.data });
    JSON.stringify({ ...rest, queries: dehydrate(client) });
    Bun.zstdCompressSync(new TextEncoder().encode(html), { level: 1 });
  }
  return (cpu() - before) / COUNT;
}

/** Microseconds of all threads. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
