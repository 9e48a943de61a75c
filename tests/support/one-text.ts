import type { SendOutcome } from "#src/platform/providers/carrier.ts";
import { contact, type TestApp, testApp } from "./test-app.ts";

export const PHONE = "+12025550111";

/** A campaign of one text, sent by the real sender to a carrier that answers so. */
export async function oneText(answer?: () => SendOutcome | undefined): Promise<TestApp> {
  const parlor = testApp();
  if (answer) parlor.sms.answer = answer;
  const id = contact(parlor.app, parlor.admin, "Ada Byrne", PHONE);
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi {firstName}",
    skipCheck: true,
    contactIds: [id],
  });
  await parlor.sendAll();
  return parlor;
}

export async function campaign({ admin }: TestApp) {
  return (await admin.request("GET", "/api/campaigns")).body[0];
}
