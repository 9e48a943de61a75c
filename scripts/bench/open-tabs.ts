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
    cookies.push(await addColleague(server, `colleague-${crypto.randomUUID()}`));
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
async function addColleague({ url, json, signIn }: Served, username: string): Promise<string> {
  const account = { username, password: crypto.randomUUID() };
  const registered = await fetch(`${url}/api/register`, {
    method: "POST",
    // Each from elsewhere, because few may register from one address.
    headers: { "content-type": "application/json", "x-forwarded-for": someAddress() },
    body: JSON.stringify({ ...account, email: `${username}@example.com` }),
  });
  if (!registered.ok) throw new Error(`colleague: ${registered.status}`);
  const pending = (await json("/api/users/pending")) as { id: number; username: string }[];
  const { id } = pending.find((user) => user.username === username) ?? {};
  await json(`/api/users/${id}/approve`, {
    method: "POST",
    body: { permissions: { pages: PAGES, canViewClientNames: true } },
  });
  return signIn(account);
}

function someAddress(): string {
  const byte = () => Math.floor(Math.random() * 254) + 1;
  return `198.18.${byte()}.${byte()}`;
}
