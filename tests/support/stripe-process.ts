import { join } from "node:path";

export interface StripeProcess {
  readonly url: string;
  /** The client pays. */
  readonly complete: (sessionId: string) => Promise<void>;
  /** The checkouts, oldest first. */
  readonly sessions: () => Promise<{ id: string; status: string; amount_total: number }[]>;
  /** The refunded cents of each payment. */
  readonly refunds: () => Promise<number[]>;
  /** Posts the waiting events, each one twice. Returns the statuses. */
  readonly deliver: (to: string, secret: string) => Promise<number[]>;
  /** Requests that Stripe doesn't have, and replies that broke the contract. */
  readonly wrong: () => Promise<string[]>;
  readonly end: () => void;
}

/** The Stripe stand-in as a separate process, for a Parlor in its own process. */
export async function startStripeProcess(): Promise<StripeProcess> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../sandbox/stripe-main.ts")], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await child.stdout.getReader().read();
  const { url } = JSON.parse(new TextDecoder().decode(value)) as { url: string };
  return {
    url,
    async complete(sessionId) {
      const { ok, status } = await fetch(`${url}/_complete/${sessionId}`, { method: "POST" });
      if (!ok) throw new Error(`paying: ${status}`);
    },
    sessions: async () =>
      (await fetch(`${url}/_sessions`)).json() as ReturnType<StripeProcess["sessions"]>,
    refunds: async () => (await fetch(`${url}/_refunds`)).json() as Promise<number[]>,
    deliver: async (to, secret) => {
      const answer = await fetch(`${url}/_deliver`, {
        method: "POST",
        body: JSON.stringify({ to, secret }),
      });
      return answer.json() as Promise<number[]>;
    },
    wrong: async () => (await fetch(`${url}/_wrong`)).json() as Promise<string[]>,
    end: () => child.kill(),
  };
}
