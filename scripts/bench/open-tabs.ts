import { join } from "node:path";
import type { Served } from "./salon-server.ts";

export interface Seen {
  readonly bytes: number;
  /** When each tab refetched its conversations since the last report, in epoch milliseconds. */
  readonly landed: readonly number[];
}

/** Starts tabs of one user with the inbox open, in a separate process. */
export function startTabs({ url, cookie }: Served, count: number) {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "tabs.ts"), url, cookie, String(count)],
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
