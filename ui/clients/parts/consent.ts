import BellOff from "lucide-react/icons/bell-off";
import PhoneOff from "lucide-react/icons/phone-off";
import type { Client, ConsentEntry } from "#src/clients/profile/contract.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";

/** Opted out, or a number that can't be texted. */
export function refusalIcon({
  undeliverable,
  optedOut,
}: Pick<Client, "undeliverable" | "optedOut">) {
  return undeliverable && !optedOut ? PhoneOff : BellOff;
}

/** Whether the client gets texts and offers, and since when, in one sentence. */
export function useConsent(client: Client): { isRefused: boolean; sentence: string } {
  const { now, timeZone } = useBusinessTime();
  const { textingBarrier, optOutDate } = client;
  // Not broken over two lines.
  const day = (iso: string) =>
    formatShortDay(wallTime(iso, timeZone), wallTime(now, timeZone)).replaceAll(" ", "\u00A0");
  const refusal = optOutDate
    ? `Opted out on ${day(optOutDate)}. We won't text this number.`
    : textingBarrier;
  return { isRefused: refusal !== null, sentence: refusal ?? describeConsent(client, day) };
}

function describeConsent({ basis, agreement }: Client, day: (iso: string) => string): string {
  switch (basis) {
    case "agreed":
      return agreement
        ? `Agreed to texts and offers on ${day(agreement.at)} (${toLowerFirst(consentLabel({ source: agreement.source, by: null }))}).`
        : "Agreed to texts and offers.";
    case "client":
      return "Gets texts and offers: visited or bought within 18 months.";
    case "asked":
      return "Gets texts but no offers: only wrote or called.";
    default:
      return "Gets texts but no offers: never agreed to them.";
  }
}

/** Within a sentence: "recorded by staff". */
function toLowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** How a client agreed or refused: "Recorded by staff, by maya". */
export function consentLabel({ source, by }: Pick<ConsentEntry, "source" | "by">): string {
  const from = SOURCES[source] ?? "On record";
  return by ? `${from}, by ${by}` : from;
}

const SOURCES: Readonly<Record<string, string>> = {
  keyword: "Texted by the client",
  words: "Written by the client",
  staff: "Recorded by staff",
  import: "With an import",
  carrier: "Reported by the carrier",
  form: "Signed up on the texts page",
  booking: "Agreed on the booking page",
  call: "Agreed on the phone",
};
