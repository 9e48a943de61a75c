import type { App, Staff } from "#src/app.ts";
import { longestNames } from "#src/clients/contacts/contacts.ts";
import { registrationWarning } from "#src/messaging/registration/registration.ts";
import { findTestNumber, getTestNumber, sendTestText } from "#src/messaging/test-text.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { fillFields, SAMPLE_CLIENT } from "#src/shared/merge-fields.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import type { ComposerInfo } from "./contract.ts";
import { renderMessage } from "./render-message.ts";

const NOT_TEST_NUMBER = "Test texts go only to the test number in Settings.";

/** Sends the message to the test number in Settings, as a client would get it. */
export function sendTest(
  app: App,
  actor: Staff,
  input: { message: string; phoneNumber?: string | undefined },
): { phoneNumber: string } {
  const { country } = getSettings(app);
  const testNumber = getTestNumber(app);
  if (input.phoneNumber !== undefined && requirePhone(input.phoneNumber, country) !== testNumber)
    throw fieldProblem(403, "phoneNumber", NOT_TEST_NUMBER);
  const { message } = renderMessage(app, input.message);
  return sendTestText(app, actor, {
    action: "campaign.test",
    render: (phoneNumber) => fillFields(message, { ...SAMPLE_CLIENT, phoneNumber }),
  });
}

export function readComposerInfo(app: App): ComposerInfo {
  return {
    longestNames: longestNames(app).map(maskName),
    noticeAlways: getSettings(app).optOutNoticeAlways,
    testPhoneNumber: findTestNumber(app) ?? null,
    registrationWarning: registrationWarning(app),
  };
}

/** Keeps only the length and alphabet, because the reader may not be allowed to see names. */
function maskName(name: string): string {
  return name.replace(/[^\s]/gu, (character) =>
    /[ -~]/.test(character) ? "m" : "ж".repeat(character.length),
  );
}
