import { afterEach, beforeEach, expect, test } from "bun:test";
import { LIMITS } from "#src/messaging/registration/sheet.ts";
import { readConfig } from "#src/platform/config.ts";
import { twilioSetup } from "#src/platform/providers/twilio/setup.ts";
import { connectTwilio } from "#src/platform/providers/twilio/twilio.ts";
import messaging from "#tests/contracts/twilio/twilio_messaging_v1.trim.json" with { type: "json" };
import type { TwilioStandIn } from "#tests/sandbox/twilio-controls.ts";
import { startTwilioStandIn } from "#tests/sandbox/twilio-stand-in.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const LOCAL = "+12025550100";
const TOLL_FREE = "+18335550100";

let standIn: TwilioStandIn;
beforeEach(async () => {
  standIn = await startTwilioStandIn({ phoneNumbers: [LOCAL, TOLL_FREE] });
});
afterEach(async () => {
  expect(standIn.bugs).toEqual([]);
  expect(standIn.unexpected).toEqual([]);
  await standIn.stop();
});

/** A salon whose Twilio is the stand-in. */
async function salon(number = LOCAL): Promise<TestApp> {
  const config = {
    twilioApiBase: standIn.url,
    twilioMessagingBase: standIn.url,
  };
  const parlor = testApp({
    config,
    providers: {
      carrier: twilioSetup((by) => connectTwilio({ ...readConfig({}), ...config }, by)),
    },
  });
  await parlor.admin.request("POST", "/api/settings", {
    twilioAccountSid: standIn.accountSid,
    twilioAuthToken: standIn.authToken,
    twilioPhoneNumber: number,
    businessName: "Halcyon",
    businessAddress: "1204 South Lamar\nAustin, TX 78704",
    businessPhone: "(512) 555-0100",
    appointmentReminderMessage: "{businessName}: see you {date} at {time}.",
  });
  return parlor;
}

const states = (parts: readonly { title: string; state: string }[]) =>
  Object.fromEntries(parts.map(({ title, state }) => [title, state]));

test("with an approved brand and campaign, texts are sent without a warning", async () => {
  standIn.control({
    registration: { brand: { status: "APPROVED" }, campaign: { campaign_status: "VERIFIED" } },
  });
  const { app, admin } = await salon();
  contact(app, admin, "Ada", "+12025550111");
  const { body } = await admin.request("POST", "/api/texting-approval/check");
  expect(states(body.parts)).toEqual({
    Brand: "approved",
    Campaign: "approved",
    "Texting to US numbers": "approved",
  });
  expect(body.checkedAt).toBe("2026-11-20T16:00:00.000Z");
  const { body: composing } = await admin.request("GET", "/api/campaigns/composing");
  expect(composing.registrationWarning).toBeNull();
});

test("a state that Twilio adds later counts as pending", async () => {
  standIn.control({
    registration: { brand: { status: "APPROVED" }, campaign: { campaign_status: "MULLED_OVER" } },
  });
  const { admin } = await salon();
  const { body } = await admin.request("POST", "/api/texting-approval/check");
  expect(states(body.parts)).toEqual({
    Brand: "approved",
    Campaign: "pending",
    "Texting to US numbers": "pending",
  });
});

test("a refused campaign shows the carriers' reasons in plain words, and New Campaign warns", async () => {
  const reason = "The campaign was rejected because the opt-in page could not be opened.";
  standIn.control({
    registration: {
      brand: { status: "APPROVED" },
      campaign: {
        campaign_status: "FAILED",
        errors: [{ error_code: 30909, description: reason, fields: ["MESSAGE_FLOW"] }],
      },
    },
  });
  const { app, admin } = await salon();
  await admin.request("POST", "/api/texting-approval/check");
  const { body } = await admin.request("GET", "/api/texting-approval");
  const campaign = body.parts.find(({ title }: { title: string }) => title === "Campaign");
  expect(campaign).toEqual({
    title: "Campaign",
    state: "refused",
    message:
      "Carriers refused it: The campaign was rejected because the opt-in page could not be opened.",
    next: "Copy the answers below into Twilio and submit again.",
  });
  const warning = async () =>
    (await admin.request("GET", "/api/campaigns/composing")).body.registrationWarning;
  // Nobody to text in the US yet.
  contact(app, admin, "Anja", "+493012345678");
  expect(await warning()).toBeNull();
  contact(app, admin, "Ada", "+12025550111");
  expect(await warning()).toContain("haven't approved your number");
});

test("a number that isn't in a Messaging Service is reported as the missing step", async () => {
  standIn.control({
    registration: { isInService: false, brand: { status: "PENDING" }, campaign: null },
  });
  const { admin } = await salon();
  const { body } = await admin.request("POST", "/api/texting-approval/check");
  expect(states(body.parts)).toEqual({
    Brand: "pending",
    Campaign: "missing",
    Number: "missing",
    "Texting to US numbers": "pending",
  });
});

test("a toll-free number shows its own verification", async () => {
  standIn.control({
    registration: {
      tollFree: {
        tollfree_phone_number: TOLL_FREE,
        status: "TWILIO_REJECTED",
        rejection_reason: "Opt-in image is missing",
        rejection_reasons: [],
      },
    },
  });
  const { admin } = await salon(TOLL_FREE);
  const { body } = await admin.request("POST", "/api/texting-approval/check");
  expect(body.parts[0]).toMatchObject({
    title: "Toll-free number",
    state: "refused",
    message: "Carriers refused it: Opt-in image is missing.",
  });
});

test("while Twilio can't be reached, the last state stays with the reason", async () => {
  standIn.control({ registration: { brand: { status: "APPROVED" } } });
  const { admin, app } = await salon();
  await admin.request("POST", "/api/texting-approval/check");
  const gone = { ...app.config, twilioMessagingBase: "http://127.0.0.1:1" };
  Object.assign(app.providers, { carrier: twilioSetup((by) => connectTwilio(gone, by)) });
  const { status, body } = await admin.request("POST", "/api/texting-approval/check");
  expect(status).toBe(200);
  expect(body.problem).toBe("Twilio can't be reached right now.");
  expect(states(body.parts)["Brand"]).toBe("approved");
});

test("the sheet fills every field of the registration within Twilio's limits", async () => {
  const { admin } = await salon();
  const details = {
    legalName: "Halcyon Skin & Hair LLC",
    businessType: "Limited Liability Corporation",
    ein: "12-3456789",
    website: "https://halcyon.example",
    contactFirstName: "Maya",
    contactLastName: "Ray",
    contactTitle: "Owner",
    contactEmail: "maya@halcyon.example",
    contactPhone: "(512) 555-0101",
    offersPerMonth: 3,
  };
  const saved = await admin.request("PUT", "/api/texting-approval/details", details);
  expect(saved.status).toBe(200);
  const fields = saved.body.sheet.flatMap((part: { fields: object[] }) => part.fields) as {
    label: string;
    value: string;
    min: number | null;
    max: number | null;
  }[];
  for (const { label, value, min, max } of fields) {
    expect([label, value.length > 0]).toEqual([label, true]);
    expect([label, value.length >= (min ?? 0) && value.length <= (max ?? 1e9)]).toEqual([
      label,
      true,
    ]);
  }
  const answerTo = (label: string) => fields.find((one) => one.label === label)?.value;
  expect(answerTo("Sample Message 1")).toBe(
    "Halcyon: see you Friday, November 27 at 2:30 PM.\nReply STOP to opt out",
  );
  expect(answerTo("Message Flow")).toContain("https://salon.example.com/texts");
  expect(answerTo("Description")).toContain("up to 3 a month");
});

test("the limits match Twilio's contract", () => {
  const limits = messaging.components.schemas.registration_request_limits.properties;
  const numbers = (text: string) =>
    [...text.matchAll(/(\d+) char|length[^:]*: (\d+)/gi)].map(([, a, b]) => Number(a ?? b));
  expect(numbers(limits.Description.description)).toEqual([...LIMITS.description]);
  expect(numbers(limits.MessageFlow.description)).toEqual([...LIMITS.messageFlow]);
  expect(numbers(limits.MessageSamples.description)).toEqual([...LIMITS.sample]);
  expect(numbers(limits.HelpMessage.description)).toEqual([...LIMITS.answer]);
  expect(numbers(limits.OptOutKeywords.description)).toEqual([LIMITS.keywords[1]]);
});

test("the sheet and the poster are PDFs", async () => {
  const { admin } = await salon();
  for (const name of ["sheet", "poster"]) {
    const response = await admin.open(`/api/texting-approval/${name}.pdf`);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect((await response.text()).slice(0, 5)).toBe("%PDF-");
  }
});

const reader = Bun.which("zbarimg") ?? Bun.which("pdftotext");
test.skipIf(!reader)("the poster shows the page's address and the exact wording", async () => {
  const { admin } = await salon();
  const bytes = await (await admin.open("/api/texting-approval/poster.pdf")).arrayBuffer();
  const pdf = Bun.spawn(["pdftotext", "-layout", "-", "-"], {
    stdin: new Uint8Array(bytes),
    stdout: "pipe",
  });
  const text = (await new Response(pdf.stdout).text()).replace(/\s+/g, " ");
  expect(text).toContain("Texts from Halcyon");
  expect(text).toContain("https://salon.example.com/texts");
  expect(text).toContain("My consent isn't a condition of any purchase.");
});
