import { parseArgs } from "node:util";
import { compileContract } from "./stripe-contract.ts";
import { dispute, refund } from "./stripe-reversals.ts";
import { startStripeStandIn } from "./stripe-stand-in.ts";

// The stand-in as a separate process; POST /_complete/{session} is the client who pays on Stripe's page,
// POST /_deliver posts the waiting events, each one twice, POST /_until lets time pass, POST /_happen is what
// banks and owners do, and GET /_book is all money that moved.
const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
compileContract();
const standIn = startStripeStandIn(Date.now());

const front = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(values.port),
  development: false,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    const [, completed] = /^\/_complete\/(\w+)$/.exec(pathname) ?? [];
    if (completed !== undefined) {
      standIn.complete(completed);
      return new Response(null, { status: 204 });
    }
    if (pathname === "/_sessions") return Response.json([...standIn.book.sessions.values()]);
    if (pathname === "/_refunds") return Response.json([...standIn.book.refunded.values()]);
    if (pathname === "/_deliver") {
      const { to, secret } = (await request.json()) as { to: string; secret: string };
      const inOrder = (count: number) => Array.from({ length: count }, (_, at) => at);
      return Response.json(await standIn.deliver({ to, secret, times: 2, shuffle: inOrder }));
    }
    if (pathname === "/_until") {
      const { seconds } = (await request.json()) as { seconds: number };
      standIn.pass(Math.max(0, seconds - standIn.book.now) / 86_400);
      return new Response(null, { status: 204 });
    }
    if (pathname === "/_happen") {
      happen(await request.json());
      return new Response(null, { status: 204 });
    }
    if (pathname === "/_book") return Response.json(moneyMoved());
    if (pathname === "/_wrong") return Response.json([...standIn.unexpected, ...standIn.bugs]);
    return fetch(standIn.url + pathname + new URL(request.url).search, {
      method: request.method,
      headers: request.headers,
      ...(request.method === "POST" && { body: await request.text() }),
    });
  },
});
process.stdout.write(`${JSON.stringify({ url: front.url.origin })}\n`);

type Happening = { act: "decline" | "accept" | "refund" | "dispute" | "win" | "lose"; id: string };

/** `id` is a customer's for decline and accept, and a payment's for the others. */
function happen({ act, id }: Happening): void {
  const { book } = standIn;
  if (act === "decline") book.declined.add(id);
  else if (act === "accept") book.declined.delete(id);
  else if (act === "refund") refund(book, book.find(book.intents, id, "payment_intent"));
  else {
    const status = { dispute: "needs_response", win: "won", lose: "lost" } as const;
    dispute(book, book.find(book.intents, id, "payment_intent"), status[act]);
  }
}

function moneyMoved() {
  const { book } = standIn;
  return {
    payments: [...book.intents.values()]
      .filter(({ status }) => status === "succeeded")
      .map(({ id, amount, customer }) => ({
        id,
        amount,
        customer,
        refunded: book.refunded.get(id) ?? 0,
        disputed: book.disputed.has(id),
      })),
    customers: [...book.customers.keys()],
    waiting: book.events.length,
  };
}
