import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { STRIPE_KEY } from "#tests/sandbox/stripe-stand-in.ts";
import { freePort, newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { CERTIFICATE, KEY } from "#tests/support/mail-certificate.ts";
import { connectStandIn, createOwner, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { type StandInProcess, startStandInProcess } from "#tests/support/stand-in-process.ts";
import { type StripeProcess, startStripeProcess } from "#tests/support/stripe-process.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor, visitor } from "./browser.ts";
import { until, waitForText } from "./steps.ts";

const SALON = "https://salon.example.com";
const MEMBERS = "https://members.example.com";
const PHONE = "(202) 555-0111";

const journey = test.skipIf(!existsSync(CHROMIUM));
const unfit: string[] = [];
let twilio: StandInProcess;
let stripe: StripeProcess;
let parlor: RunningParlor;
let proxy: Bun.Server<undefined>;
let browser: Browser;
let owner: StaffClient;
let client: Visitor;

beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  const data = newFolder("members-domain");
  [twilio, stripe] = await Promise.all([startStandInProcess(), startStripeProcess()]);
  await createOwner(data);
  const port = freePort();
  // What the program prints is its public URL.
  const url = `http://127.0.0.1:${port}`;
  parlor = await startParlor(["serve", "--data", data, "--port", String(port)], {
    PARLOR_PUBLIC_URL: SALON,
    TWILIO_API_BASE: twilio.url,
    STRIPE_API_BASE: stripe.url,
  });
  proxy = startTlsProxy(url);
  browser = await launch([`--host-resolver-rules=MAP *.example.com:443 127.0.0.1:${proxy.port}`]);
  owner = await signedIn({ url });
  await connectStandIn(owner, url, { messageCount: 100, delaySeconds: 1 });
  await owner.request("POST", "/api/settings", {
    stripeSecretKey: STRIPE_KEY,
    businessName: "Halcyon Skin & Hair",
    businessPhone: "(512) 555-0100",
    membershipDomainEnabled: true,
    membershipDomain: "members.example.com",
  });
  await owner.request("POST", "/api/memberships", {
    name: "Glow Club",
    description: "A facial each month\n- 10% off every product",
    price: "89.00",
    billingFrequency: "month",
    agreementText: "# Glow Club\n\nThe membership costs $89.00 per month.",
  });
  client = await visitor(browser, { ignoreHTTPSErrors: true });
  for (const path of ["**/pay/**", "**/portal/cus*"])
    await client.context.route(path, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Stripe</title>" }),
    );
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  proxy?.stop(true);
  await parlor?.end("SIGTERM");
  twilio?.end();
  stripe?.end();
});

journey(
  "a client finds the salon's offer on its domain, signs and pays",
  async () => {
    const { page } = client;
    await open(page, `${MEMBERS}/`);
    expect(page.url()).toBe(`${MEMBERS}/membership`);
    unfit.push(...(await inspect(page, "client-home")));
    await page.getByRole("link", { name: "Join Glow Club" }).click();
    await page.getByLabel("Full Name").fill("Grace Lindqvist");
    await page.getByLabel("Phone number").fill(PHONE);
    await page.getByLabel("Email").fill("grace@example.com");
    await page.getByRole("button", { name: "View Agreement" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await page.getByText("Type", { exact: true }).click();
    await page.getByLabel("Type your full name to sign").fill("Grace Lindqvist");
    await page.getByRole("button", { name: "Continue to Checkout" }).click();
    await page.waitForURL("**/pay/**");
    const sessionId = page.url().split("/").at(-1) ?? "";
    await stripe.complete(sessionId);
    await open(page, `${MEMBERS}/membership/success?session_id=${sessionId}`);
    await waitForText(page, "Your Membership Is Active");
    await page.waitForURL((url) => url.search === "");
  },
  JOURNEY_MS,
);

journey(
  "they log in to the portal and open Stripe's page for the card",
  async () => {
    const { page } = client;
    await page.getByRole("link", { name: "Member Portal" }).click();
    await page.getByLabel("Phone number").fill(PHONE);
    await page.getByRole("button", { name: "Send Code" }).click();
    await page.getByLabel("Verification Code").fill(await textedCode());
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL(`${MEMBERS}/membership/portal`);
    await waitForText(page, "Welcome back, Grace Lindqvist");
    await page.getByRole("button", { name: "Manage Payment Method" }).click();
    await page.waitForURL("**/portal/cus*");
  },
  JOURNEY_MS,
);

journey(
  "staff pages don't open on the members' domain, and a wrong link leads to the offers",
  async () => {
    const { page } = client;
    for (const path of ["/auth", "/contacts", "/membership/portals"]) {
      const response = await page.goto(`${MEMBERS}${path}`);
      expect([path, response?.status()]).toEqual([path, 404]);
      await waitForText(page, "We couldn't find that page");
    }
    unfit.push(...(await inspect(page, "client-not-found")));
    await page.getByRole("link", { name: "Memberships and Plans" }).click();
    await page.getByRole("link", { name: "Join Glow Club" }).click();
    await page.waitForURL(`${MEMBERS}/membership/signup/*`);
    expect((await page.goto(`${SALON}/auth`))?.status()).toBe(200);
  },
  JOURNEY_MS,
);

journey(
  "an invite leads to the members' domain",
  async () => {
    const [membership] = (await owner.request("GET", "/api/memberships")) as { id: string }[];
    const contacts = (await owner.request("GET", "/api/contacts/all")) as { id: number }[];
    await owner.request("POST", `/api/memberships/${membership?.id}/send-invite`, {
      contactId: contacts[0]?.id,
    });
    await until(async () =>
      JSON.stringify(await twilio.log()).includes(`${MEMBERS}/membership/signup/${membership?.id}`),
    );
  },
  JOURNEY_MS,
);

journey("nothing is inaccessible or too wide, and the console is quiet", async () => {
  expect(unfit).toEqual([]);
  const complaints = client.complaints.filter((one) => !/ 40[14] /.test(one));
  expect(complaints).toEqual([]);
  expect(await stripe.wrong()).toEqual([]);
});

/** What an owner's TLS proxy does: it keeps the Host header and forwards everything. */
function startTlsProxy(url: string): Bun.Server<undefined> {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { cert: CERTIFICATE, key: KEY },
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const response = await fetch(`${url}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        body: request.method === "GET" ? null : await request.arrayBuffer(),
        redirect: "manual",
        decompress: false,
      });
      return new Response(response.body, response);
    },
  });
}

/** The newest code that was texted. */
async function textedCode(): Promise<string> {
  let code = "";
  await until(async () => {
    const texts = JSON.stringify(await twilio.log());
    code = /\b(\d{6}) is your code/.exec(texts)?.[1] ?? "";
    return code !== "";
  });
  return code;
}
