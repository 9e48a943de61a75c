import type { App } from "#src/app.ts";
import { helpAnswer, optInAnswer, optOutAnswer } from "#src/messaging/inbox/keyword-answers.ts";
import { clientPagesUrl, getSettings } from "#src/platform/settings/settings.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { fillFields, SAMPLE_CLIENT } from "#src/shared/merge-fields.ts";
import { addOptOutNotice } from "#src/shared/opt-out-notice.ts";
import type { Details, SheetField, SheetPart } from "./contract.ts";

/** Limits of Twilio's requests, in characters. A test compares them with its contract. */
export const LIMITS = {
  description: [40, 4096],
  messageFlow: [40, 2048],
  sample: [20, 1024],
  answer: [20, 320],
  keywords: [null, 255],
} as const;

/** The answers to every question of the carriers' forms, in the order in which Twilio asks them. */
export function createSheet(app: App, details: Details): SheetPart[] {
  return [
    brandPart(app, details),
    campaignPart(app, details),
    keywordPart(app),
    tollFreePart(app, details),
  ];
}

function brandPart(app: App, details: Details): SheetPart {
  const { businessAddress, businessPhone, businessEmail } = getSettings(app);
  return {
    id: "brand",
    title: "Brand",
    hint: "Type these exactly as they appear on your tax documents.",
    fields: [
      field("Legal Business Name", details.legalName, "It's on your IRS letter."),
      field("Business Type", details.businessType, "Choose it below."),
      field("Business Registration ID Type", "USA: Employer Identification Number (EIN)"),
      field("EIN", details.ein, "It's on your IRS letter."),
      field("Business Industry", "Consumer"),
      field("Website", details.website, "Carriers open it. A page on a booking site is fine."),
      field("Regions of Operation", "USA and Canada"),
      field("Business Address", oneLine(businessAddress), "Add it to the Business Profile."),
      field("Authorized Representative: First Name", details.contactFirstName, "Add it below."),
      field("Authorized Representative: Last Name", details.contactLastName, "Add it below."),
      field("Authorized Representative: Title", details.contactTitle, "Add it below."),
      field(
        "Authorized Representative: Email",
        details.contactEmail || businessEmail,
        "Add it below.",
      ),
      field(
        "Authorized Representative: Phone",
        details.contactPhone || businessPhone,
        "Add it below.",
      ),
    ],
  };
}

function campaignPart(app: App, details: Details): SheetPart {
  const pages = clientPagesUrl(app);
  const samples = sampleMessages(app);
  return {
    id: "campaign",
    title: "Campaign",
    hint: "Copy each answer into the same field in Twilio.",
    fields: [
      field("Use Case", "Low Volume Mixed"),
      field("Description", describeUse(app, details), "", LIMITS.description),
      field("Message Flow", describeFlow(app), "", LIMITS.messageFlow),
      ...samples.map((sample, at) => field(`Sample Message ${at + 1}`, sample, "", LIMITS.sample)),
      field("Messages Include Links", samples.some(hasLink) ? "Yes" : "No"),
      field("Messages Include Phone Numbers", samples.some(hasNumber) ? "Yes" : "No"),
      field("Subscriber Opt-In", "Yes"),
      field("Age-Gated Content", "No"),
      field("Direct Lending", "No"),
      field("Privacy Policy", `${pages}/privacy`),
      field("Terms and Conditions", `${pages}/terms`),
    ],
  };
}

function keywordPart(app: App): SheetPart {
  return {
    id: "keywords",
    title: "Keywords and Answers",
    hint: "Parlor and Twilio answer these for you.",
    fields: [
      field("Opt-In Keywords", "START, YES, UNSTOP", "", LIMITS.keywords),
      field("Opt-In Answer", optInAnswer(app), "", LIMITS.answer),
      field(
        "Opt-Out Keywords",
        "STOP, STOPALL, UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE, OPTOUT",
        "",
        LIMITS.keywords,
      ),
      field("Opt-Out Answer", optOutAnswer(app), "", LIMITS.answer),
      field("Help Keywords", "HELP, INFO", "", LIMITS.keywords),
      field("Help Answer", helpAnswer(app), "", LIMITS.answer),
    ],
  };
}

function tollFreePart(app: App, details: Details): SheetPart {
  const { businessEmail } = getSettings(app);
  const [sample = ""] = sampleMessages(app);
  return {
    id: "toll-free",
    title: "Toll-Free Verification",
    hint: "Only for an 800-type number, together with the answers under Brand.",
    fields: [
      field("Use Case Categories", "Customer Care, Marketing, Account Notifications"),
      field("Use Case Summary", describeUse(app, details), "", [40, 500]),
      field("Sample Message", sample, "", LIMITS.sample),
      field("Opt-In Type", "Web Form"),
      field("Opt-In Image URL", `${clientPagesUrl(app)}/texts`),
      field("Estimated Monthly Volume", "10,000"),
      field("Additional Information", describeFlow(app), "", [null, 2000]),
      field("Notification Email", details.contactEmail || businessEmail, "Add it below."),
    ],
  };
}

function describeUse(app: App, { offersPerMonth }: Details): string {
  const name = nameOf(app);
  return `${name}, a personal care business, texts its own clients about their appointments: confirmations, reminders, changes and thank-yous. It also answers clients' questions. Clients who ask for offers also get up to ${offersPerMonth} a month.`;
}

function describeFlow(app: App): string {
  const name = nameOf(app);
  const { twilioPhoneNumber } = getSettings(app);
  const start = twilioPhoneNumber ? ` They can also text START to ${twilioPhoneNumber}.` : "";
  return `Clients opt in at ${clientPagesUrl(app)}/texts, which they reach by a link or by a QR code at the desk. They enter their name and mobile number and check one or both of two boxes that start empty: one for texts about appointments, one for offers. They tap Sign Up for Texts. ${name} then texts them to confirm, and they reply YES. The form shows the business's name, how often it texts, that message and data rates may apply, that consent isn't a condition of purchase, HELP and STOP, and links to the terms and the privacy policy.${start} Numbers are never shared or sold.`;
}

/** The salon's own texts, filled in for a sample client. */
function sampleMessages(app: App): string[] {
  const settings = getSettings(app);
  const { businessName, appointmentReminderMessage, appointmentThankYouMessage } = settings;
  const offer =
    settings.campaignTemplate?.message ||
    "Hi {firstName}, facials are $20.00 off this month. Reply BOOK for a time.";
  return [appointmentReminderMessage, appointmentThankYouMessage, offer].map((template) => {
    const named = fillBusinessName(template, businessName).replace(
      FIELD,
      (whole, name: string) => SAMPLE_FIELDS[name] ?? whole,
    );
    return addOptOutNotice(fillFields(named, SAMPLE_CLIENT), businessName);
  });
}

const FIELD = /\{(clientName|service|employee|date|time)\}/g;
const SAMPLE_FIELDS: Readonly<Record<string, string>> = {
  clientName: SAMPLE_CLIENT.name,
  service: "Facial",
  employee: "Elena",
  date: "Friday, November 27",
  time: "2:30 PM",
};

function field(
  label: string,
  value: string,
  missing = "",
  [min, max]: readonly [number | null, number | null] = [null, null],
): SheetField {
  const id = label.toLowerCase().replace(/[^a-z\d]+/g, "-");
  return { id, label, value, min, max, missing };
}

function nameOf(app: App): string {
  return getSettings(app).businessName || "The business";
}

function oneLine(text: string): string {
  return text
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .join(", ");
}

function hasLink(text: string): boolean {
  return /https?:|\b[\w-]+\.(?:com|net|org|co|us|app)\b/i.test(text);
}

function hasNumber(text: string): boolean {
  return /(?:\d[\s().-]*){7,}/.test(text);
}
