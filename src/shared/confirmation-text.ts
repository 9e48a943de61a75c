import { fillBusinessName } from "./business-name.ts";
import { DEFAULT_SERVICE } from "./constants.ts";
import { fillTemplate } from "./fill-template.ts";
import { formatLongTime } from "./long-date.ts";
import { firstNameOf } from "./names.ts";
import type { WallTime } from "./wall-time.ts";

interface Business {
  readonly businessName: string;
  readonly businessPhone: string;
  /** The wording with its fields. */
  readonly appointmentConfirmationMessage: string;
}

interface Booking {
  readonly clientName: string;
  readonly service: string;
  /** First names. */
  readonly employee: string;
  readonly startsAt: WallTime;
  /** The rhythm of a series, after the time of its first visit. */
  readonly series?: string;
  /** Where the client reschedules or cancels; without one they reply or call. */
  readonly manageUrl?: string | undefined;
}

/** The text that confirms a booked appointment; a screen shows it as a preview. */
export function confirmationText(
  { businessName, businessPhone, appointmentConfirmationMessage: message }: Business,
  { clientName, service, employee, startsAt, series = "", manageUrl }: Booking,
): string {
  const isNamed = service !== "" && service !== DEFAULT_SERVICE;
  const template = isNamed ? message : message.replaceAll(" for {service}", "");
  return fillTemplate(fillBusinessName(template, businessName), {
    firstName: firstNameOf(clientName),
    service: isNamed ? service : "your visit",
    employee,
    when: `${formatLongTime(startsAt)}${series}`,
    howToChange: manageUrl
      ? `Change or cancel: ${manageUrl}`
      : `To change it, reply here${businessPhone ? ` or call ${businessPhone}` : ""}.`,
  }).trim();
}
