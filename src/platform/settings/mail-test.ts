import { findUser } from "#db/accounts/users.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { sendMail, sendMembershipMail } from "#src/platform/mail.ts";
import { Problem } from "#src/shared/problem.ts";
import { getSettings } from "./settings.ts";

const TEST_MAILS: Limit = { name: "test mails", most: 10, seconds: 15 * 60 };

/** Sends a mail to the acting admin through the saved server. @throws Problem 400 with the server's answer */
export function testSmtp(app: App, actor: Staff): Promise<{ email: string }> {
  return sendTestMail(app, actor, sendMail, "settings.test_smtp");
}

/** Sends it through the mail server for memberships, or the general one. @throws Problem 400 */
export function testMembershipSmtp(app: App, actor: Staff): Promise<{ email: string }> {
  return sendTestMail(app, actor, sendMembershipMail, "settings.test_membership_smtp");
}

async function sendTestMail(
  app: App,
  actor: Staff,
  send: typeof sendMail,
  action: string,
): Promise<{ email: string }> {
  limitRate(app, TEST_MAILS, actor.id);
  const email = findUser(app.db, actor.id)?.email ?? "";
  const from = getSettings(app).businessName || "Parlor";
  const outcome = await send(app, {
    to: email,
    subject: `Test email from ${from}`,
    text: `Your mail server works: ${from} can send mail.\n\nYou asked for this mail in Settings.`,
  });
  await writeWhenFree(app.db, () =>
    record(app, actor, { action, metadata: { ok: outcome.kind === "accepted" } }),
  );
  if (outcome.kind === "refused") throw new Problem(400, outcome.message);
  return { email };
}
