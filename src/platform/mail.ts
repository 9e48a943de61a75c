import type { App } from "#src/app.ts";
import type { Mail, MailOutcome, MailServer } from "#src/platform/providers/mail.ts";
import { mailServer, membershipMailServer } from "#src/platform/settings/settings.ts";

const NOT_SET_UP: MailOutcome = {
  kind: "refused",
  message: "Mail isn't set up. Add your mail server in Settings.",
};
const NO_ADDRESS: MailOutcome = { kind: "refused", message: "That isn't an email address." };

/** Returns true when a mail server is configured; does not connect to it. */
export function canMail(app: App): boolean {
  return mailServer(app) !== undefined;
}

/** Sends through the general mail server. It may wait seconds for the server, so never call it in a transaction. */
export function sendMail(app: App, mail: Mail): Promise<MailOutcome> {
  return send(app, mail, mailServer(app));
}

/** Sends through the mail server for memberships, or the general one. */
export function sendMembershipMail(app: App, mail: Mail): Promise<MailOutcome> {
  return send(app, mail, membershipMailServer(app));
}

async function send(app: App, mail: Mail, server: MailServer | undefined): Promise<MailOutcome> {
  if (!server) return NOT_SET_UP;
  if (!isAddress(mail.to)) return NO_ADDRESS;
  const outcome = await app.providers
    .mail(server)
    .send({ ...mail, subject: toSingleLine(mail.subject) });
  if (outcome.kind === "refused")
    app.log("warn", "a mail was refused", { reason: outcome.message });
  return outcome;
}

/** Accepts a single address without characters that could start another header. */
function isAddress(text: string): boolean {
  return /^[^\s<>,;:"()[\]\\]+@[^\s<>,;:"()[\]\\@]+$/.test(text) && text.length <= 254;
}

function toSingleLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").trim();
}
