import { automaticTexts } from "#src/calendar/automatic-texts/contract.ts";
import {
  type AutomaticTextId,
  findAutomaticText,
  isOffer,
} from "#src/calendar/automatic-texts/texts-contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { composingQuery } from "#ui/messaging/campaigns/queries.ts";
import type { Place } from "#ui/screen.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { read } from "#ui/shell/data/read.ts";

export function automaticTextsQuery(api: Api) {
  return read(api, automaticTexts.list);
}

export function audienceQuery(api: Api, id: AutomaticTextId) {
  return read(api, automaticTexts.audience, { params: { text: id } });
}

/** The text of the address; undefined for the list, and for a text that doesn't exist. */
export function textOfAddress(pathname: string): AutomaticTextId | undefined {
  const id = /^\/campaigns\/automatic\/([^/]+)/.exec(pathname)?.[1] ?? "";
  return findAutomaticText(id) ? (id as AutomaticTextId) : undefined;
}

export async function prefetch({ api, client }: Prefetcher, { pathname }: Place) {
  const id = textOfAddress(pathname);
  const isEditor = /^\/campaigns\/automatic\/./.test(pathname);
  if (isEditor && id === undefined) return "missing";
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(api)),
    client.prefetchQuery(automaticTextsQuery(api)),
    ...(id === undefined
      ? []
      : [
          client.prefetchQuery(composingQuery(api)),
          client.prefetchQuery(servicesQuery(api)),
          client.prefetchQuery(employeesQuery(api)),
        ]),
    ...(id !== undefined && isOffer(id) ? [client.prefetchQuery(audienceQuery(api, id))] : []),
  ]);
  return undefined;
}
