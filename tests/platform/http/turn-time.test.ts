import { expect, test } from "bun:test";
import { Hono } from "hono";
import { answerRequest } from "#src/platform/http/requests.ts";
import { testApp } from "#tests/support/test-app.ts";

test("timers run between requests that arrive at once, which are answered in their order", async () => {
  const { app } = testApp();
  const hono = new Hono();
  const answered: number[] = [];
  let sinceTimer = 0;
  let most = 0;
  hono.get("/:n", (context) => {
    for (const started = performance.now(); performance.now() - started < 4; );
    answered.push(Number(context.req.param("n")));
    sinceTimer += 1;
    most = Math.max(most, sinceTimer);
    return context.text("done");
  });
  const timer = setInterval(() => {
    sinceTimer = 0;
  }, 1);

  const numbers = Array.from({ length: 50 }, (_, n) => n);
  const server = { requestIP: () => null, timeout: () => undefined };
  await Promise.all(
    numbers.map((n) => answerRequest(app, hono, new Request(`http://localhost/${n}`), server)),
  );
  clearInterval(timer);

  expect(answered).toEqual(numbers);
  expect(most).toBeLessThan(20);
});
