import { expect, test } from "bun:test";
import { dashboard } from "#src/messaging/dashboard/contract.ts";
import { createApi, createQueryClient } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

test("a refetch has a low priority, the first request the browser's own", async () => {
  const priorities: unknown[] = [];
  const api = createApi(async (_, { priority }) => {
    priorities.push(priority);
    return Response.json({ totalContacts: 1 });
  });
  const client = createQueryClient();
  await client.fetchQuery(read(api, dashboard.stats));
  await client.fetchQuery({ ...read(api, dashboard.stats), staleTime: 0 });
  expect(priorities).toEqual([undefined, "low"]);
});
