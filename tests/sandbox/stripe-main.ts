import { parseArgs } from "node:util";
import { compileContract } from "./stripe-contract.ts";
import { startStripeStandIn } from "./stripe-stand-in.ts";

// The stand-in as a separate process; POST /_complete/{session} is the client who pays on Stripe's page,
// POST /_deliver posts the waiting events, each one twice.
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
    if (pathname === "/_wrong") return Response.json([...standIn.unexpected, ...standIn.bugs]);
    return fetch(standIn.url + pathname + new URL(request.url).search, {
      method: request.method,
      headers: request.headers,
      ...(request.method === "POST" && { body: await request.text() }),
    });
  },
});
process.stdout.write(`${JSON.stringify({ url: front.url.origin })}\n`);
