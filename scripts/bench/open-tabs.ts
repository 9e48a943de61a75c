import { join } from "node:path";
import type { Served } from "./salon-server.ts";

export interface Seen {
  readonly bytes: number;
  /** When each tab refetched its conversations since the last report, in epoch milliseconds. */
  readonly landed: readonly number[];
}

/** As many event streams as a user may have. */
const TABS_PER_PERSON = 20;
const PAGES = ["/", "/campaigns", "/inbox", "/contacts"];

/** Starts tabs with the inbox open, of as many people as needed, in a separate process. */
export async function startTabs(server: Served, count: number) {
  const cookies = [server.cookie];
  while (cookies.length * TABS_PER_PERSON < count)
    cookies.push(await addColleague(server, `colleague-${cookies.length}`));
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "tabs.ts"), server.url, String(count), ...cookies],
    { stdin: "pipe", stdout: "pipe" },
  );
  const answers = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  return {
    async look(): Promise<Seen> {
      child.stdin.write("look\n");
      child.stdin.flush();
      let line = "";
      while (!line.endsWith("\n")) line += (await answers.read()).value ?? "\n";
      return JSON.parse(line) as Seen;
    },
    kill: () => child.kill(),
  };
}

/** Registers a colleague, approves them and signs them in. Returns their session cookie. */
async function addColleague({ json, signIn }: Served, username: string): Promise<string> {
  const account = { username, password: crypto.randomUUID() };
  await json("/api/register", {
    method: "POST",
    body: { ...account, email: `${username}@example.com` },
  });
  const pending = (await json("/api/users/pending")) as { id: number; username: string }[];
  const { id } = pending.find((user) => user.username === username) ?? {};
  await json(`/api/users/${id}/approve`, {
    method: "POST",
    body: { permissions: { pages: PAGES, canViewClientNames: true } },
  });
  return signIn(account);
}
