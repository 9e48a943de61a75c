import type { App, Staff } from "#src/app.ts";
import { longestNames } from "#src/clients/contacts/contacts.ts";
import { campaignHold } from "#src/messaging/outbox/campaign-hold.ts";
import { registrationWarning } from "#src/messaging/registration/registration.ts";
import { findTestNumber, getTestNumber, sendTestText } from "#src/messaging/test-text.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { fillFields, SAMPLE_CLIENT } from "#src/shared/merge-fields.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import { parseWallTime } from "#src/shared/wall-time.ts";
import {
  approveCampaign,
  createCampaign,
  deleteCampaign,
  editMessage,
  listCampaigns,
  readCampaign,
  readReport,
  readUnknown,
  renderMessage,
  reschedule,
  resumeCampaign,
  stopCampaign,
} from "./campaigns.ts";
import { type ComposerInfo, campaigns } from "./contract.ts";
import { resolveUnknown } from "./report.ts";

const PAGE = "/campaigns";

export const campaignModule = defineModule(campaigns, {
  list: staff(PAGE, ({ app, actor, query }) => listCampaigns(app, actor, query)),
  composer: staff(PAGE, ({ app }) => readComposerInfo(app)),
  start: staff(PAGE, ({ app, query }) => readStart(app, query.at)),
  one: staff(PAGE, ({ app, actor, id }) => readCampaign(app, actor, id)),
  report: staff(PAGE, ({ app, actor, id }) => readReport(app, actor, id)),
  create: staff(PAGE, ({ app, actor, body }) => createCampaign(app, actor, body)),
  editMessage: staff(PAGE, ({ app, actor, id, body }) => editMessage(app, actor, id, body.message)),
  approve: admin(({ app, actor, id, body }) => approveCampaign(app, actor, id, body)),
  test: staff(PAGE, ({ app, actor, body }) => sendTest(app, actor, body)),
  reschedule: admin(({ app, actor, id, body }) => reschedule(app, actor, id, body.scheduledFor)),
  unknown: staff(PAGE, ({ app, actor, id, query }) => readUnknown(app, actor, id, query.cursor)),
  resolve: admin(({ app, actor, id, body }) => resolveUnknown(app, actor, id, body.as)),
  stop: staff(PAGE, ({ app, actor, id }) => stopCampaign(app, actor, id)),
  resume: admin(({ app, actor, id }) => resumeCampaign(app, actor, id)),
  remove: staff(PAGE, ({ app, actor, id }) => deleteCampaign(app, actor, id)),
});

const NOT_TEST_NUMBER = "Test texts go only to the test number in Settings.";

/** Sends the message to the test number in Settings, as a client would get it. */
function sendTest(
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

function readComposerInfo(app: App): ComposerInfo {
  return {
    longestNames: longestNames(app).map(maskName),
    noticeAlways: getSettings(app).optOutNoticeAlways,
    testPhoneNumber: findTestNumber(app) ?? null,
    registrationWarning: registrationWarning(app),
  };
}

/** `at`: local time in the business's zone. */
function readStart(app: App, at: string | undefined) {
  const wall = at === undefined ? undefined : parseWallTime(at);
  const hold = campaignHold(app, wall === undefined ? undefined : toInstant(app, wall));
  return { heldUntil: hold ? toIso(hold.until) : null, heldBy: hold?.by ?? null };
}

/** Keeps only the length and alphabet, because the reader may not be allowed to see names. */
function maskName(name: string): string {
  return name.replace(/[^\s]/gu, (character) =>
    /[ -~]/.test(character) ? "m" : "ж".repeat(character.length),
  );
}
