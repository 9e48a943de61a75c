import type { SettingName } from "#src/platform/settings/table-contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatDelay, formatMinutes, type SettingOf, type TimingPart } from "./timing-contract.ts";

/** A merge field of an automatic text, as its author reads it. */
export const FIELD_LABELS = {
  firstName: "First Name",
  clientName: "Full Name",
  service: "Service",
  employee: "Employee",
  date: "Date",
  time: "Time",
  lastVisit: "Last Visit",
  when: "Date and Time",
  howToChange: "How to Change",
  whatChanged: "What Changed",
  openTime: "Open Time",
  howToReply: "How to Reply",
  bookingLink: "Booking Link",
  reviewLink: "Review Link",
  businessName: "Business Name",
} as const;
export type MergeField = keyof typeof FIELD_LABELS;

interface AutomaticText {
  readonly title: string;
  readonly about: string;
  /** An "offer" keeps the rules of campaigns; an "appointment" text goes to every client of a visit. */
  readonly consent: "appointment" | "offer";
  readonly enabled: SettingOf<boolean>;
  readonly message: SettingOf<string>;
  /** Its results include the visits that clients book afterwards. */
  readonly hasBookings?: true;
  readonly fields: readonly MergeField[];
  /** Begins with "Send it". */
  readonly timing: readonly TimingPart[];
  /** More sentences of the kind. */
  readonly more?: readonly (readonly TimingPart[])[];
}

/** Every text that Parlor sends without anyone pressing Send. Ids are stored and never change. */
export const AUTOMATIC_TEXTS = {
  confirmation: {
    title: "Confirmation",
    about:
      "Confirms an appointment, with a link to change it. A request for a deposit is always sent.",
    consent: "appointment",
    enabled: "appointmentConfirmationEnabled",
    message: "appointmentConfirmationMessage",
    fields: ["firstName", "service", "employee", "when", "howToChange", "businessName"],
    timing: ["as soon as an appointment is booked"],
  },
  reminder: {
    title: "First Reminder",
    about: "Reminds clients the day before. They reply C to confirm or X to cancel.",
    consent: "appointment",
    enabled: "appointmentReminderEnabled",
    message: "appointmentReminderMessage",
    fields: ["firstName", "clientName", "service", "employee", "date", "time", "businessName"],
    timing: ["the day before at", { time: "appointmentReminderTime", label: "Time" }],
  },
  "second-reminder": {
    title: "Second Reminder",
    about:
      "Reminds clients again shortly before they come, with the same words as the first reminder.",
    consent: "appointment",
    enabled: "appointmentSecondReminderEnabled",
    message: "appointmentReminderMessage",
    fields: ["firstName", "clientName", "service", "employee", "date", "time", "businessName"],
    timing: [
      {
        number: "appointmentSecondReminderHours",
        label: "Hours before",
        choices: [1, 2, 3, 4, 5, 6],
        format: (hours) => `${formatCount(hours, "hour")} before`,
      },
    ],
  },
  "visit-change": {
    title: "Moved or Canceled",
    about: "Texts clients when you move or cancel their appointment.",
    consent: "appointment",
    enabled: "visitChangeTextEnabled",
    message: "visitChangeMessage",
    fields: ["firstName", "whatChanged", "howToChange", "businessName"],
    timing: ["60 seconds after the last change"],
  },
  "thank-you": {
    title: "Thank-You",
    about: "Thanks clients after a visit.",
    consent: "appointment",
    enabled: "appointmentThankYouEnabled",
    message: "appointmentThankYouMessage",
    fields: ["firstName", "clientName", "service", "employee", "businessName"],
    timing: [
      {
        number: "appointmentThankYouDelayMinutes",
        label: "How long after",
        choices: [0, 15, 30, 60, 120, 240, 1440],
        format: formatDelay,
      },
      "the visit",
    ],
  },
  "waitlist-offer": {
    title: "Waitlist Offer",
    about: "Offers a time that opens up to the next client on the waitlist.",
    consent: "appointment",
    enabled: "waitlistOffersEnabled",
    message: "waitlistOfferMessage",
    fields: ["firstName", "openTime", "howToReply", "businessName"],
    timing: [
      "as soon as a time opens up, for",
      {
        number: "waitlistOfferMinutes",
        label: "Time to reply",
        choices: [5, 10, 15, 30, 60, 120, 240],
        format: formatMinutes,
      },
    ],
  },
  "review-request": {
    title: "Review Request",
    about: "Asks every client for a Google review, in the same words and without a reward.",
    consent: "offer",
    enabled: "reviewRequestEnabled",
    message: "reviewRequestMessage",
    fields: ["firstName", "service", "employee", "reviewLink", "businessName"],
    timing: [
      {
        number: "reviewRequestDays",
        label: "Days after",
        choices: [0, 1, 2, 3, 7],
        format: (days) =>
          days === 0 ? "the day of a visit" : `${formatCount(days, "day")} after a visit`,
      },
      "at",
      { time: "reviewRequestTime", label: "Time" },
    ],
    more: [["Once in 90 days at most."]],
  },
  "next-visit": {
    title: "Time for Your Next Visit",
    about: "Reminds clients when a service is due and no appointment is booked.",
    consent: "offer",
    enabled: "nextVisitEnabled",
    message: "nextVisitMessage",
    hasBookings: true,
    fields: ["firstName", "service", "employee", "lastVisit", "bookingLink", "businessName"],
    timing: [
      {
        number: "nextVisitLeadDays",
        label: "Day",
        choices: [0, 3, 7, 14],
        format: (days) =>
          days === 0
            ? "the day a service is due"
            : `${days % 7 === 0 ? formatCount(days / 7, "week") : formatCount(days, "day")} before a service is due`,
      },
      "at",
      { time: "nextVisitTime", label: "Time" },
    ],
    more: [
      [
        "Without a reply,",
        {
          number: "nextVisitAgainWeeks",
          label: "Send it again",
          choices: [0, 2, 4],
          format: (weeks) =>
            weeks === 0
              ? "don't send it again"
              : `send it again after ${formatCount(weeks, "week")}`,
        },
      ],
    ],
  },
  birthday: {
    title: "Birthday",
    about: "Wishes clients a happy birthday.",
    consent: "offer",
    enabled: "birthdayEnabled",
    message: "birthdayMessage",
    hasBookings: true,
    fields: ["firstName", "bookingLink", "businessName"],
    timing: ["on the day at", { time: "birthdayTime", label: "Time" }],
    more: [["On a Sunday or holiday without offers, it comes the day before or after."]],
  },
  "miss-you": {
    title: "We Miss You",
    about:
      "Invites back clients who haven't come in for a long time. Sent once until they visit again.",
    consent: "offer",
    enabled: "missYouEnabled",
    message: "missYouMessage",
    hasBookings: true,
    fields: ["firstName", "service", "employee", "lastVisit", "bookingLink", "businessName"],
    timing: [
      {
        number: "missYouDays",
        label: "Days without a visit",
        choices: [60, 90, 120, 180, 365],
        format: (days) => `after ${formatCount(days, "day")} without a visit`,
      },
      "at",
      { time: "missYouTime", label: "Time" },
    ],
  },
} as const satisfies Readonly<Record<string, AutomaticText>>;

export type AutomaticTextId = keyof typeof AUTOMATIC_TEXTS;
export const AUTOMATIC_TEXT_IDS = Object.keys(AUTOMATIC_TEXTS) as AutomaticTextId[];

/** Those that bring clients back. */
export type OfferId = {
  [Id in AutomaticTextId]: (typeof AUTOMATIC_TEXTS)[Id]["consent"] extends "offer" ? Id : never;
}[AutomaticTextId];
export const OFFER_IDS = AUTOMATIC_TEXT_IDS.filter(isOffer);

export function isOffer(id: string): id is OfferId {
  return findAutomaticText(id)?.consent === "offer";
}

export function findAutomaticText(id: string): AutomaticText | undefined {
  return Object.hasOwn(AUTOMATIC_TEXTS, id) ? AUTOMATIC_TEXTS[id as AutomaticTextId] : undefined;
}

/** The settings that a text is made of. */
export function settingsOf(text: AutomaticText): SettingName[] {
  const parts = [text.timing, ...(text.more ?? [])].flat();
  return [
    text.enabled,
    text.message,
    ...parts.flatMap((part): SettingName[] =>
      typeof part === "string" ? [] : ["time" in part ? part.time : part.number],
    ),
  ];
}
