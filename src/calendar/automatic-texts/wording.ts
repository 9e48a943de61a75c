import { findEmployee } from "#db/calendar/employees.ts";
import type { OfferCandidate } from "#db/calendar/offer-candidates.ts";
import type { App } from "#src/app.ts";
import { clientPagesUrl, getSettings } from "#src/platform/settings/settings.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { fillTemplate } from "#src/shared/fill-template.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { formatMonthDay } from "#src/shared/months.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addOptOutNotice } from "#src/shared/opt-out-notice.ts";
import { AUTOMATIC_TEXTS, type OfferId } from "./texts-contract.ts";
import { OFFER_FALLBACKS } from "./wording-contract.ts";

const UNIT_SEPARATOR = "\u001f";

/** What an offer can say of a client and their last visit; empty where it isn't known. */
export interface OfferValues {
  readonly firstName: string;
  readonly service: string;
  readonly employee: string;
  readonly lastVisit: string;
}

export function valuesOf(app: App, candidate: OfferCandidate): OfferValues {
  const { name, phone, service, employeeId, visitedAt } = candidate;
  const employee = employeeId === null ? undefined : findEmployee(app.db, employeeId)?.name;
  return {
    // A contact whose name is its number has no name yet.
    firstName: name === phone ? "" : firstNameOf(name),
    service: joinWords(service === "" ? [] : service.split(UNIT_SEPARATOR)),
    employee: firstNameOf(employee ?? ""),
    lastVisit: visitedAt === null ? "" : formatMonthDay(visitedAt),
  };
}

export function bookingLink(app: App): string {
  return `${clientPagesUrl(app)}/book`;
}

/** Where clients write a Google review; null without the business's place ID. */
export function reviewLink(app: App): string | null {
  const { googlePlaceId } = getSettings(app);
  if (googlePlaceId === "") return null;
  return `https://search.google.com/local/writereview?placeid=${encodeURIComponent(googlePlaceId)}`;
}

/** Why an offer can't be written, and what to do about it; null if it can. */
export function findObstacle(
  app: App,
  kind: OfferId,
  message = savedMessage(app, kind),
): string | null {
  if (message.includes("{reviewLink}") && reviewLink(app) === null)
    return "Add your Google place ID in Settings, so that the text can link to your reviews.";
  return null;
}

export function savedMessage(app: App, kind: OfferId): string {
  return getSettings(app)[AUTOMATIC_TEXTS[kind].message];
}

/** The text as the client gets it. It always names the business and says how to opt out. */
export function renderOffer(app: App, message: string, values: OfferValues): string {
  const { businessName } = getSettings(app);
  const filled = fillTemplate(message, {
    ...OFFER_FALLBACKS,
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")),
    bookingLink: bookingLink(app),
    reviewLink: reviewLink(app) ?? "",
  });
  return addOptOutNotice(fillBusinessName(filled, businessName), businessName);
}
