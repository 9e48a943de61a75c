import { expect, test } from "bun:test";
import { Hono } from "hono";
import { mountCheckoutPages } from "#src/demo/checkout-pages.ts";
import type { SimulatedPayments } from "#src/platform/providers/simulated/payments.ts";
import { DEVICE_THEME } from "#src/shared/device-theme.ts";
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

test("the demo's checkout follows the device's theme, with the one script that its policy permits", async () => {
  const hono = new Hono();
  mountCheckoutPages(hono, testApp().app, {} as SimulatedPayments, {} as never);
  const reply = await hono.request("/demo/card/cus_1");
  const page = await reply.text();
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/g)].map(([, script = ""]) => script);
  expect(scripts).toEqual([DEVICE_THEME]);
  const hash = new Bun.CryptoHasher("sha256").update(DEVICE_THEME).digest("base64");
  expect(reply.headers.get("content-security-policy")).toContain(`script-src 'sha256-${hash}';`);
  expect(page).not.toContain("data-theme");
});

test("all of the demo's checkout is in landmarks, and its policy lets developer tools read from this server", async () => {
  const hono = new Hono();
  mountCheckoutPages(hono, testApp().app, {} as SimulatedPayments, {} as never);
  const reply = await hono.request("/demo/card/cus_1");
  const [, body = ""] = /<body>(.*)<\/body>/s.exec(await reply.text()) ?? [];
  expect(body.replace(/<(header|main)\b.*?<\/\1>/gs, "").trim()).toBe("");
  expect(reply.headers.get("content-security-policy")).toContain("connect-src 'self';");
});
