import { expect, test } from "bun:test";
import { Hono } from "hono";
import { mountCheckoutPages } from "#src/demo/checkout-pages.ts";
import type { SimulatedPayments } from "#src/platform/providers/simulated/payments.ts";
import { testApp } from "#tests/support/test-app.ts";

test.each([
  ["/membership", "/membership"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["https://evil.example", "/"],
])("the demo's card page returns from %p to %p", async (asked, answered) => {
  const hono = new Hono();
  const payments = { replaceCard: () => undefined } as unknown as SimulatedPayments;
  mountCheckoutPages(hono, testApp().app, payments, {} as never);
  const path = `/demo/card/cus_1?return=${encodeURIComponent(asked)}`;
  const reply = await hono.request(path, { method: "POST", body: new FormData() });
  expect(reply.headers.get("location")).toBe(answered);
});
