import { useQuery } from "@tanstack/react-query";
import type { Audience } from "#src/calendar/automatic-texts/contract.ts";
import { type AutomaticTextId, isOffer } from "#src/calendar/automatic-texts/texts-contract.ts";
import { OFFER_FALLBACKS, sampleValues } from "#src/calendar/automatic-texts/wording-contract.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { fillTemplate } from "#src/shared/fill-template.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { addOptOutNotice } from "#src/shared/opt-out-notice.ts";
import { countSegments, type SegmentCount } from "#src/shared/sms-segments.ts";
import { useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { formatCounter } from "#ui/messaging/campaigns/rates.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt } from "#ui/shell/format/dates.ts";
import { audienceQuery } from "./queries.ts";
import { labelOf, splitTemplate } from "./tokens.ts";

export type PreviewClient = Audience["clients"][number];

/** A part of the text as the client gets it; a filled-in field is marked. */
interface RenderedPart {
  readonly text: string;
  readonly isField: boolean;
}

export type Renderings = ReturnType<typeof useRenderings>;

/** The text as clients of the next days get it, and the length of the longest. */
export function useRenderings(id: AutomaticTextId, message: string, clientId: number | undefined) {
  const api = useApi();
  const { data: settings } = useQuery(shellSettingsQuery(api));
  const { data: audience } = useQuery({ ...audienceQuery(api, id), enabled: isOffer(id) });
  const { data: services = [] } = useQuery(servicesQuery(api));
  const { data: employees = [] } = useQuery(employeesQuery(api));
  const { now, timeZone } = useBusinessTime();
  const samples = sampleValues({ today: dayAt(now, timeZone), services, employees });
  const businessName = settings?.businessName ?? "";
  const clients = audience?.clients ?? [];
  const client = clients.find((one) => one.contactId === clientId) ?? clients[0];
  const links = {
    bookingLink: audience?.bookingLink ?? "salon.example/book",
    reviewLink: audience?.reviewLink ?? "g.page/your-salon/review",
  };
  const render = (one: PreviewClient | undefined) =>
    renderParts(message, {
      isOffer: isOffer(id),
      businessName,
      values: { ...links, ...(one ? knownValues(one) : samples) },
    });
  const count = (one: PreviewClient | undefined) =>
    countSegments(
      render(one)
        .map(({ text }) => text)
        .join(""),
    );
  const shown = count(client);
  const longest = clients
    .map((one) => ({ ...count(one), firstName: one.firstName }))
    .reduce(longer, { ...shown, firstName: "" });
  return {
    businessName,
    audience,
    client,
    parts: render(client),
    counter:
      longest.segments > shown.segments
        ? `Charged as ${formatCount(shown.segments, "text")}, ${longest.segments} for ${longest.firstName}`
        : formatCounter(longest),
  };
}

function knownValues({ firstName, service, employee, lastVisit }: PreviewClient) {
  const values = Object.entries({ firstName, service, employee, lastVisit });
  return {
    ...OFFER_FALLBACKS,
    ...Object.fromEntries(values.filter(([, value]) => value !== "")),
  };
}

interface Rendering {
  readonly isOffer: boolean;
  readonly businessName: string;
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** As `renderOffer` on the server, in parts. */
function renderParts(
  message: string,
  { isOffer, businessName, values }: Rendering,
): RenderedPart[] {
  const template = fillBusinessName(message, businessName).trim();
  const parts = splitTemplate(template).map((part) => ({
    text: fillTemplate(part, values),
    isField: labelOf(part) !== undefined,
  }));
  if (!isOffer || template === "") return parts;
  const text = parts.map((part) => part.text).join("");
  const noticed = addOptOutNotice(text, businessName);
  const at = noticed.indexOf(text.trimEnd());
  return [
    { text: noticed.slice(0, at), isField: false },
    ...parts,
    { text: noticed.slice(at + text.trimEnd().length), isField: false },
  ].filter((part) => part.text !== "");
}

function longer<Count extends SegmentCount>(one: Count, other: Count): Count {
  const isLonger =
    other.segments > one.segments ||
    (other.segments === one.segments && other.remaining < one.remaining);
  return isLonger ? other : one;
}
