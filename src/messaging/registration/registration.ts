import { inTransaction, whenFree } from "#db/connection.ts";
import {
  getRegistrationRow,
  hasAmericanContacts,
  saveRegistrationDetails,
  saveRegistrationStatus,
} from "#db/messaging/registration.ts";
import type { App, Staff } from "#src/app.ts";
import { carrierOf } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { ProviderUnreachable, type Registration } from "#src/platform/providers/carrier.ts";
import { clientPagesUrl } from "#src/platform/settings/settings.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { type Approval, Details } from "./contract.ts";
import { createSheet } from "./sheet.ts";
import { describeStatus, isApproved } from "./status.ts";

const NOT_SET_UP = "Connect Twilio first. Then we'll show the carriers' decision here.";
const NOT_NEEDED = "This number doesn't need to be registered in the US.";
const SIMULATED = "Texts are simulated here, so nothing needs approval.";

/** What admins see: the carriers' state, and the answers for their forms. */
export function readApproval(app: App, problem: string | null = null): Approval {
  const { checkedAt } = getRegistrationRow(app.db);
  const status = readStatus(app);
  const details = readDetails(app);
  const pages = clientPagesUrl(app);
  return {
    parts: status ? describeStatus(status) : [],
    checkedAt: toIso(checkedAt),
    problem: problem ?? (status?.kind === "none" ? notNeededReason(app) : null),
    details,
    sheet: createSheet(app, details),
    pages: { texts: `${pages}/texts`, privacy: `${pages}/privacy`, terms: `${pages}/terms` },
  };
}

function notNeededReason(app: App): string {
  return app.config.carrier === "simulated" ? SIMULATED : NOT_NEEDED;
}

/** Asks Twilio for the state of the carriers' forms. A failure keeps the last state with the reason. */
export async function checkRegistration(app: App): Promise<Approval> {
  const carrier = await carrierOf(app);
  if (!carrier) return readApproval(app, NOT_SET_UP);
  try {
    const status = await carrier.readRegistration();
    await whenFree(() => saveStatus(app, status));
    return readApproval(app);
  } catch (error) {
    if (error instanceof ProviderUnreachable) return readApproval(app, error.message);
    throw error;
  }
}

/** The job does the same as an admin's check, without a request that waits for it. */
export async function refreshRegistration(app: App): Promise<void> {
  await checkRegistration(app);
}

export function saveDetails(app: App, actor: Staff, details: Details): Approval {
  inTransaction(app.db, () => {
    saveRegistrationDetails(app.db, JSON.stringify(details));
    record(app, actor, { action: "settings.registration_details" });
    app.events.changed("settings");
  });
  return readApproval(app);
}

export function readDetails(app: App): Details {
  return Details.parse(JSON.parse(getRegistrationRow(app.db).details));
}

/** Warns before a campaign to US numbers; null while it is not known that the carriers would block it. */
export function registrationWarning(app: App): string | null {
  const status = readStatus(app);
  if (!status || isApproved(status) || !hasAmericanContacts(app.db)) return null;
  return "Carriers haven't approved your number, so they block most texts to US numbers. Finish Get Approved in Settings first.";
}

function saveStatus(app: App, status: Registration): void {
  inTransaction(app.db, () => {
    saveRegistrationStatus(app.db, JSON.stringify(status), app.now());
    app.events.changed("settings");
  });
}

function readStatus(app: App): Registration | undefined {
  const { status } = getRegistrationRow(app.db);
  // Written by saveStatus only.
  return status === null ? undefined : (JSON.parse(status) as Registration);
}
