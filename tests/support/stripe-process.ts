import { join } from "node:path";

export interface StripeProcess {
  readonly url: string;
  /** The client pays. */
  readonly complete: (sessionId: string) => Promise<void>;
  /** The checkouts, oldest first. */
  readonly sessions: () => Promise<{ id: string; status: string; amount_total: number }[]>;
  /** The cents of each payment that went back. */
  readonly refunds: () => Promise<number[]>;
  /** Posts the events that wait, each one twice; answers the statuses. */
  readonly deliver: (to: string, secret: string) => Promise<number[]>;
  /** What Parlor asked that Stripe does not know, and answers that broke the contract. */
  readonly wrong: () => Promise<string[]>;
  readonly end: () => void;
}

/** The Stripe stand-in as a process of its own, for a Parlor that is one too. */
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
