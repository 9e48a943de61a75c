/**
 * Simulates browser tabs with the inbox open, divided among the people who are signed in: an event
 * stream for each tab, and a refetch of what changed. Runs as a separate process; for each line of
 * input it prints what it measured since the last one as JSON.
 */
const [url = "", tabs = "50", ...cookies] = process.argv.slice(2);
const READS: Readonly<Record<string, string>> = {
  campaigns: "/api/campaigns",
  conversations: "/api/conversations",
  stats: "/api/stats",
};
let bytes = 0;
let landed: number[] = [];

async function tab(cookie: string): Promise<void> {
  const etags = new Map<string, string>();
  const response = await fetch(`${url}/api/events`, { headers: { cookie } });
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const text = decoder.decode(chunk);
    bytes += chunk.length;
    for (const [resource, path] of Object.entries(READS))
      if (text.includes(`"${resource}"`)) await read(path, cookie, etags);
  }
}

async function read(path: string, cookie: string, etags: Map<string, string>): Promise<void> {
  const known = etags.get(path);
  const response = await fetch(url + path, {
    headers: { cookie, ...(known !== undefined && { "if-none-match": known }) },
  });
  bytes += (await response.arrayBuffer()).byteLength;
  etags.set(path, response.headers.get("etag") ?? "");
  if (path === READS["conversations"]) landed.push(Date.now());
}

for (let n = 0; n < Number(tabs); n += 1)
  tab(cookies[n % cookies.length] ?? "").catch(() => undefined);
for await (const _ of console) {
  process.stdout.write(`${JSON.stringify({ bytes, landed })}\n`);
  landed = [];
}
