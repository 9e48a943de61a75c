import { inTransaction, whenFree } from "#db/connection.ts";
import * as store from "#db/messaging/registration.ts";
import type { App, Staff } from "#src/app.ts";
import { carrierOf } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import {
  ProviderUnreachable,
  type Registration,
  type RegistrationPart,
} from "#src/platform/providers/carrier.ts";
import { clientPagesUrl } from "#src/platform/settings/settings.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { type Approval, Details, type StatusPart } from "./contract.ts";
import { createSheet } from "./sheet.ts";

const NOT_SET_UP = "Connect Twilio first. Then we'll show the carriers' decision here.";
const NOT_NEEDED = "This number doesn't need to be registered in the US.";
const SIMULATED = "Texts are simulated here, so nothing needs approval.";

/** What admins see: the carriers' state, and the answers for their forms. */
export function readApproval(app: App, problem: string | null = null): Approval {
  const { checkedAt } = store.getRegistrationRow(app.db);
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
  return app.providers.carrier.reachesPhones ? NOT_NEEDED : SIMULATED;
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
    store.saveRegistrationDetails(app.db, JSON.stringify(details));
    record(app, actor, { action: "settings.registration_details" });
    app.events.changed("settings");
  });
  return readApproval(app);
}

export function readDetails(app: App): Details {
  return Details.parse(JSON.parse(store.getRegistrationRow(app.db).details));
}

/** Warns before a campaign to US numbers; null while it is not known that the carriers would block it. */
export function registrationWarning(app: App): string | null {
  const status = readStatus(app);
  if (!status || isApproved(status) || !store.hasAmericanContacts(app.db)) return null;
  return "Carriers haven't approved your number, so they block most texts to US numbers. Finish Get Approved in Settings first.";
}

function saveStatus(app: App, status: Registration): void {
  inTransaction(app.db, () => {
    store.saveRegistrationStatus(app.db, JSON.stringify(status), app.now());
    app.events.changed("settings");
  });
}

function readStatus(app: App): Registration | undefined {
  const { status } = store.getRegistrationRow(app.db);
  // Written by saveStatus only.
  return status === null ? undefined : (JSON.parse(status) as Registration);
}

/** Whether carriers deliver texts from the number to US numbers. */
function isApproved(status: Registration): boolean {
  switch (status.kind) {
    case "none":
      return true;
    case "toll-free":
      return status.verification?.state === "approved";
    case "local":
      return (
        status.isInService &&
        status.brand?.state === "approved" &&
        status.campaign?.state === "approved"
      );
  }
}

/** Explains the state of the registration and the next step. */
function describeStatus(status: Registration): StatusPart[] {
  if (status.kind === "none") return [];
  if (status.kind === "toll-free")
    return [describe("Toll-free number", status.verification, VERIFICATION), delivery(status)];
  return [
    describe("Brand", status.brand, BRAND),
    describe("Campaign", status.campaign, CAMPAIGN),
    ...(status.isInService
      ? []
      : [
          {
            title: "Number",
            state: "missing" as const,
            message: "Your number isn't in a Messaging Service, so no campaign covers it.",
            next: "In Twilio, add the number to the sender pool of your Messaging Service.",
          },
        ]),
    delivery(status),
  ];
}

interface PartMessages {
  readonly approved: string;
  readonly pending: string;
  readonly suspended: string;
  readonly missing: string;
  /** What to do first, and after a refusal. */
  readonly submit: string;
  readonly again: string;
}

const BRAND: PartMessages = {
  approved: "Carriers know your business.",
  pending: "Carriers are checking your business. This takes up to a few days.",
  suspended: "Carriers suspended your registration.",
  missing: "Your business isn't registered yet.",
  submit: "Copy the answers under Brand into Twilio's form.",
  again: "Compare the answers under Brand with your tax documents and submit again in Twilio.",
};

const CAMPAIGN: PartMessages = {
  approved: "Carriers accepted what you text and how clients agree to it.",
  pending: "Carriers are reviewing what you text. This takes one to three weeks.",
  suspended: "Carriers suspended your campaign.",
  missing: "You haven't told carriers what you text yet.",
  submit: "Copy the answers under Campaign into Twilio's form.",
  again: "Copy the answers below into Twilio and submit again.",
};

const VERIFICATION: PartMessages = {
  approved: "Carriers verified your toll-free number.",
  pending: "Carriers are reviewing your toll-free number. This takes three to five business days.",
  suspended: "Carriers suspended your toll-free number.",
  missing: "Your toll-free number isn't verified yet.",
  submit: "Copy the answers under Toll-Free Verification into Twilio's form.",
  again: "Copy the answers below into Twilio and submit again.",
};

function describe(
  title: string,
  part: RegistrationPart | null,
  messages: PartMessages,
): StatusPart {
  if (!part) return { title, state: "missing", message: messages.missing, next: messages.submit };
  const { state, reasons } = part;
  if (state === "refused") {
    const why = reasons.length > 0 ? `: ${reasons.map(toClause).join("; ")}.` : ".";
    return { title, state, message: `Carriers refused it${why}`, next: messages.again };
  }
  if (state === "suspended")
    return {
      title,
      state,
      message: messages.suspended,
      next: "Ask Twilio's support for the reason.",
    };
  return { title, state, message: messages[state], next: "" };
}

function delivery(status: Registration): StatusPart {
  const title = "Texting to US numbers";
  return isApproved(status)
    ? { title, state: "approved", message: "Your texts are delivered.", next: "" }
    : {
        title,
        state: "pending",
        message: "Most texts are blocked until all of this is approved.",
        next: "",
      };
}

/** A carrier's sentence without its period, so that it can be joined. */
function toClause(reason: string): string {
  return reason.trim().replace(/\.+$/, "");
}
