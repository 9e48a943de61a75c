import { expect } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { STRIPE_KEY } from "#tests/sandbox/stripe-stand-in.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { connectStandIn, createOwner, signedIn } from "#tests/support/salon.ts";
import { type StandInProcess, startStandInProcess } from "#tests/support/stand-in-process.ts";
import { type StripeProcess, startStripeProcess } from "#tests/support/stripe-process.ts";
import { CHROMIUM, launch, type Visitor, visitor } from "./browser.ts";
import { signedInVisitor, until } from "./steps.ts";

export const WEBHOOK_SECRET = "whsec_of_the_stand_in";

/** A salon that takes cards: Twilio and Stripe are processes of their own. */
export interface StripeSalon {
  readonly data: string;
  readonly browser: Browser;
  readonly parlor: RunningParlor;
  readonly twilio: StandInProcess;
  readonly stripe: StripeProcess;
  readonly owner: Visitor;
  /** A visitor who isn't signed in; Stripe's own page is blank. */
  readonly client: Visitor;
  readonly end: () => Promise<void>;
}

/** Undefined without a browser. */
export async function openStripeSalon(name: string): Promise<StripeSalon | undefined> {
  if (!existsSync(CHROMIUM)) return undefined;
  const data = newFolder(name);
  const [twilio, stripe] = await Promise.all([startStandInProcess(), startStripeProcess()]);
  await createOwner(data);
  const parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    TWILIO_API_BASE: twilio.url,
    STRIPE_API_BASE: stripe.url,
  });
  const staff = await signedIn(parlor);
  await connectStandIn(staff, parlor.url, { messageCount: 100, delaySeconds: 1 });
  await staff.request("POST", "/api/settings", {
    stripeSecretKey: STRIPE_KEY,
    businessName: "Halcyon Skin & Hair",
    businessPhone: "(512) 555-0100",
  });
  const browser = await launch();
  const owner = await signedInVisitor(browser, parlor);
  const client = await visitor(browser);
  await client.context.route("**/pay/cs_*", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Pay</title>" }),
  );
  return {
    data,
    browser,
    parlor,
    twilio,
    stripe,
    owner,
    client,
    async end() {
      await browser.close();
      await parlor.end("SIGTERM");
      twilio.end();
      stripe.end();
    },
  };
}

/** Stripe posts all waiting events, each one twice. */
export async function deliver({ parlor, stripe }: StripeSalon): Promise<void> {
  const statuses = await stripe.deliver(`${parlor.url}/api/stripe/webhook`, WEBHOOK_SECRET);
  expect([statuses.length > 0, new Set(statuses)]).toEqual([true, new Set([204])]);
}

/** Waits for a text and returns the part of it that is meant. */
export async function textTo(
  { twilio }: StripeSalon,
  phone: string,
  pattern: RegExp,
): Promise<string> {
  let found = "";
  await until(async () => {
    const texts = (await twilio.log()).filter(({ to }) => to === phone);
    found = texts.map(({ body }) => pattern.exec(body)?.[1] ?? "").findLast(Boolean) ?? "";
    return found !== "";
  });
  return found;
}
