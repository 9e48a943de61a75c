import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { longestNames } from "#src/clients/contacts/contacts.ts";
import { requireCarrier, sendText } from "#src/messaging/outbox/outbox.ts";
import { registrationWarning } from "#src/messaging/registration/registration.ts";
import { record } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { fillFields, SAMPLE_CLIENT } from "#src/shared/merge-fields.ts";
import { seesPhones } from "#src/shared/permissions.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import type { ComposerInfo } from "./contract.ts";
import { renderMessage } from "./render-message.ts";

const TESTS: Limit = { name: "test texts", most: 20, seconds: 3600 };
const NOT_TEST_NUMBER = "Test texts go only to the test number in Settings.";

/**
 * Sends the message to the test number in Settings, as a client would get it. No other number is
 * allowed, because a test text needs no approval.
 */
export function sendTest(
  app: App,
  actor: Staff,
  input: { message: string; phoneNumber?: string | undefined },
): { phoneNumber: string } {
  const phoneNumber = getTestNumber(app);
  const { country } = getSettings(app);
  if (input.phoneNumber !== undefined && requirePhone(input.phoneNumber, country) !== phoneNumber)
    throw fieldProblem(403, "phoneNumber", NOT_TEST_NUMBER);
  requireCarrier(app);
  limitRate(app, TESTS, actor.id);
  if (optedOutSince(app, phoneNumber) !== undefined) {
    // A user who may not see numbers must not learn which ones have opted out.
    if (!seesPhones(actor)) return { phoneNumber };
    const refusal = "This number has opted out and cannot receive messages";
    throw fieldProblem(403, "phoneNumber", refusal);
  }

  const { message } = renderMessage(app, input.message);
  return inTransaction(app.db, () => {
    sendText(app, {
      purpose: "test",
      phone: phoneNumber,
      contactId: null,
      body: fillFields(message, { ...SAMPLE_CLIENT, phoneNumber }),
    });
    record(app, actor, { action: "campaign.test" });
    return { phoneNumber };
  });
}

/** The test number in E.164; undefined until an admin adds it. */
function findTestNumber(app: App): string | undefined {
  return getSettings(app).testPhoneNumber || undefined;
}

function getTestNumber(app: App): string {
  const phoneNumber = findTestNumber(app);
  if (phoneNumber === undefined)
    throw new Problem(409, "No test number is set. An administrator can add one in Settings.");
  return phoneNumber;
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
