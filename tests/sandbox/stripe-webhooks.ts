import type { Event, StripeBook } from "./stripe-book.ts";

export interface Delivery {
  /** Our endpoint's address. */
  readonly to: string;
  readonly secret: string;
  /** How often each event is sent. */
  readonly times: number;
  /** Decides the order; 0 keeps it. */
  readonly shuffle: (count: number) => number[];
}

/** What Stripe would post for an event: the endpoint's version may be another one than the SDK's. */
function envelope(book: StripeBook, event: Event): { id: string; body: string } {
  event.id ??= book.id("evt");
  const { id } = event;
  return {
    id,
    body: JSON.stringify({
      id,
      object: "event",
      api_version: "2026-10-28.endive",
      created: event.at,
      data: { object: event.object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: event.type,
    }),
  };
}

/** HMAC-SHA256 over time and body, as `Stripe-Signature` has it. */
export function signatureOf(body: string, secret: string, at: number): string {
  const hmac = new Bun.CryptoHasher("sha256", secret).update(`${at}.${body}`).digest("hex");
  return `t=${at},v1=${hmac}`;
}

/** Posts all waiting events; those without a 2xx are sent again. Returns the statuses. */
export async function deliver(book: StripeBook, delivery: Delivery): Promise<number[]> {
  const waiting = book.events.splice(0);
  const told = waiting.flatMap((event) => {
    const sent = envelope(book, event);
    return Array.from({ length: delivery.times }, () => ({ event, ...sent }));
  });
  const failed = new Map<string, Event>();
  const statuses: number[] = [];
  for (const at of delivery.shuffle(told.length)) {
    const one = told[at];
    if (!one) continue;
    const status = await post(delivery, one.body);
    statuses.push(status);
    if (status >= 300) failed.set(one.id, one.event);
    else failed.delete(one.id);
  }
  book.events.push(...failed.values());
  return statuses;
}

async function post({ to, secret }: Delivery, body: string): Promise<number> {
  // Signatures are checked with the receiver's clock, not with the one that tests move.
  const at = Math.floor(Date.now() / 1000);
  try {
    const answer = await fetch(to, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "stripe-signature": signatureOf(body, secret, at),
      },
      signal: AbortSignal.timeout(10_000),
    });
    return answer.status;
  } catch {
    return 599;
  }
}
