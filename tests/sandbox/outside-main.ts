import { parseArgs } from "node:util";
import { z } from "zod";
import type { BookedReview } from "./google-book.ts";
import { startOutsideStandIn } from "./outside-stand-in.ts";

// The stand-in as a separate process; POST /_google changes what Google has.
const Act = z.discriminatedUnion("act", [
  z.object({ act: z.literal("add"), review: z.record(z.string(), z.unknown()) }),
  z.object({ act: z.literal("edit"), id: z.string(), change: z.record(z.string(), z.unknown()) }),
  z.object({ act: z.literal("remove"), id: z.string() }),
  z.object({ act: z.literal("fail"), fault: z.enum(["no-quota", "busy", "broken"]) }),
  z.object({ act: z.literal("revoke") }),
]);

const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
const standIn = startOutsideStandIn();

const front = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(values.port),
  development: false,
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/_google") {
      applyChange(Act.parse(await request.json()));
      return new Response(null, { status: 204 });
    }
    if (pathname === "/_wrong") return Response.json([...standIn.unexpected, ...standIn.bugs]);
    return fetch(standIn.url + pathname + search, {
      method: request.method,
      headers: request.headers,
      ...(request.method === "POST" && { body: await request.text() }),
    });
  },
});
process.stdout.write(`${JSON.stringify({ url: front.url.origin })}\n`);

function applyChange(what: z.infer<typeof Act>): void {
  const { google } = standIn;
  switch (what.act) {
    case "add":
      google.add(what.review as Partial<BookedReview>);
      break;
    case "edit":
      google.edit(what.id, what.change as Partial<BookedReview>);
      break;
    case "remove":
      google.remove(what.id);
      break;
    case "fail":
      google.failNext(what.fault, 2);
      break;
    case "revoke":
      google.revoke();
      break;
  }
}
