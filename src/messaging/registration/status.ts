import type { Registration, RegistrationPart } from "#src/platform/providers/carrier.ts";
import type { StatusPart } from "./contract.ts";

/** Whether carriers deliver texts from the number to US numbers. */
export function isApproved(status: Registration): boolean {
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
export function describeStatus(status: Registration): StatusPart[] {
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
  pending: "Carriers are reviewing your toll-free number. This takes three to five working days.",
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
