import { expect, test } from "bun:test";
import * as z from "zod/mini";
import { parseReply } from "#src/platform/http/parse-reply.ts";

const Row = z.object({
  name: z.string(),
  visits: z._default(z.number(), 0),
  tags: z.array(z.object({ id: z.number() })),
});

test("a reply is checked alike by the first reader and after many", () => {
  const row = { name: "Ada", tags: [{ id: 1, secret: true }], secret: true };
  for (let reader = 0; reader < 50; reader += 1) {
    expect(parseReply(Row, row)).toEqual({ name: "Ada", visits: 0, tags: [{ id: 1 }] });
    expect(() => parseReply(Row, { name: "Ada" })).toThrow(/tags/);
  }
});
