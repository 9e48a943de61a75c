import type { SendOutcome } from "#src/platform/providers/carrier.ts";
import { contact, type TestApp, testApp } from "./test-app.ts";

export const PHONE = "+12025550111";

/** A campaign of one text, sent by the real sender to a carrier that answers so. */
export async function oneText(answer?: () => SendOutcome | undefined): Promise<TestApp> {
  const given = testApp();
  if (answer) given.sms.answer = answer;
  const id = contact(given.app, given.admin, "Ada Byrne", PHONE);
  await given.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi {firstName}",
    skipCheck: true,
    contactIds: [id],
  });
  await given.sendAll();
  return given;
}

export async function campaign({ admin }: TestApp) {
  return (await admin.request("GET", "/api/campaigns")).body[0];
}
