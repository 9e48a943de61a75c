import { expect, test } from "bun:test";
import { inbox } from "#src/messaging/inbox/contract.ts";
import { createApi } from "#ui/api.ts";

test("a change takes effect although the page is left at once, a read and a long change do not", async () => {
  const kept: unknown[] = [];
  const api = createApi(async (_, { keepalive }) => {
    kept.push(keepalive);
    return Response.json([]);
  });
  const draft = (body: string) => api(inbox.saveDraft, { params: { id: 1 }, body: { body } });
  await draft("See you at 3");
  await draft("x".repeat(70_000));
  await api(inbox.drafts);
  expect(kept).toEqual([true, undefined, undefined]);
});
