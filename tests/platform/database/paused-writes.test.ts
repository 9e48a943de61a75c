import { expect, test } from "bun:test";
import { withWritesPaused } from "#db/connection.ts";
import { testApp } from "#tests/support/test-app.ts";

test("while writes are paused, reads are answered and writes wait", async () => {
  const { admin } = testApp();
  const pause = Promise.withResolvers<void>();
  const paused = withWritesPaused(() => pause.promise);
  let isSaved = false;
  const saving = admin
    .request("POST", "/api/settings", { businessName: "Halcyon" })
    .then((reply) => {
      isSaved = true;
      return reply;
    });
  for (const path of ["/api/contacts", "/api/settings", "/api/stats"])
    expect((await admin.request("GET", path)).status).toBe(200);
  expect(isSaved).toBe(false);
  pause.resolve();
  await paused;
  expect((await saving).status).toBe(200);
});
