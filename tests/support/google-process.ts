import { join } from "node:path";
import type { BookedReview } from "#tests/sandbox/google-book.ts";
import { afterFile } from "./after-file.ts";

export interface GoogleProcess {
  readonly url: string;
  readonly add: (review: Partial<BookedReview>) => Promise<void>;
  readonly edit: (id: string, change: Partial<BookedReview>) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly fail: (fault: "no-quota" | "busy" | "broken") => Promise<void>;
  readonly revoke: () => Promise<void>;
  /** Requests that Google doesn't have, and replies that broke the contract. */
  readonly wrong: () => Promise<string[]>;
  readonly end: () => void;
}

/** Google's stand-in as a separate process, for a Parlor in its own process. */
export async function startGoogleProcess(
  env: Readonly<Record<string, string>> = {},
): Promise<GoogleProcess> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../sandbox/outside-main.ts")], {
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "inherit",
  });
  const end = () => child.kill();
  afterFile(end);
  const { value } = await child.stdout.getReader().read();
  const { url } = JSON.parse(new TextDecoder().decode(value)) as { url: string };
  const happen = async (act: object) => {
    const { ok, status } = await fetch(`${url}/_google`, {
      method: "POST",
      body: JSON.stringify(act),
    });
    if (!ok) throw new Error(`at Google: ${status}`);
  };
  return {
    url,
    add: (review) => happen({ act: "add", review }),
    edit: (id, change) => happen({ act: "edit", id, change }),
    remove: (id) => happen({ act: "remove", id }),
    fail: (fault) => happen({ act: "fail", fault }),
    revoke: () => happen({ act: "revoke" }),
    wrong: async () => (await fetch(`${url}/_wrong`)).json() as Promise<string[]>,
    end,
  };
}
