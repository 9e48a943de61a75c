import { join } from "node:path";
import { afterFile } from "./after-file.ts";

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
  /** Lets time pass until this moment, in epoch milliseconds, with everything that Stripe does automatically. */
  readonly until: (moment: number) => Promise<void>;
  /** `id` is a customer's for decline and accept, and a payment's for the others. */
  readonly happen: (
    act: "decline" | "accept" | "refund" | "dispute" | "win" | "lose",
    id: string,
  ) => Promise<void>;
  readonly money: () => Promise<MoneyMoved>;
  /** Requests that Stripe doesn't have, and replies that broke the contract. */
  readonly wrong: () => Promise<string[]>;
  readonly end: () => void;
}

export interface MoneyMoved {
  /** Successful payments, in cents. */
  readonly payments: readonly {
    readonly id: string;
    readonly amount: number;
    readonly customer: string | null;
    readonly refunded: number;
    readonly disputed: boolean;
  }[];
  readonly customers: readonly string[];
  /** Events that were not delivered yet. */
  readonly waiting: number;
}

/** The Stripe stand-in as a separate process, for a Parlor in its own process. */
export async function startStripeProcess(
  env: Readonly<Record<string, string>> = {},
): Promise<StripeProcess> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../sandbox/stripe-main.ts")], {
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "inherit",
  });
  const end = () => child.kill();
  afterFile(end);
  const { value } = await child.stdout.getReader().read();
  const { url } = JSON.parse(new TextDecoder().decode(value)) as { url: string };
  const post = async (path: string, body?: object) => {
    const { ok, status } = await fetch(url + path, { method: "POST", body: JSON.stringify(body) });
    if (!ok) throw new Error(`${path}: ${status}`);
  };
  return {
    url,
    complete: (sessionId) => post(`/_complete/${sessionId}`),
    until: (moment) => post("/_until", { seconds: Math.floor(moment / 1_000) }),
    happen: (act, id) => post("/_happen", { act, id }),
    money: async () => (await fetch(`${url}/_book`)).json() as Promise<MoneyMoved>,
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
    end,
  };
}
