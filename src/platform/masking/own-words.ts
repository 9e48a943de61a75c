import * as store from "#db/platform/own-words.ts";
import type { App, Staff } from "#src/app.ts";
import type { OwnWordsKind } from "#src/shared/client-fields.ts";
import { mergeExamples, pickMergeDetails } from "#src/shared/contact-fields.ts";
import { fillFields, type MergeValues } from "#src/shared/merge-fields.ts";
import { seesClients, seesNames, type Visitor } from "#src/shared/permissions.ts";
import { HIDDEN } from "./mask-text.ts";
import type { Client } from "./masking.ts";

/** A client as a text names them for a reader who may not see names. */
const HIDDEN_CLIENT: MergeValues = {
  ...pickMergeDetails({}),
  name: `${HIDDEN} ${HIDDEN}`,
  phoneNumber: "",
};

/**
 * Records that the actor wrote this text, in the caller's transaction. A user who may not see names or
 * numbers reads it back as it was written; all other masked readers get it masked. Merge fields stay hidden.
 */
export function recordOwnWords(
  app: App,
  actor: Staff | null,
  kind: OwnWordsKind,
  id: number,
  written: string,
): void {
  store.deleteOwnWords(app.db, kind, id);
  if (!actor || seesClients(actor)) return;
  const body = seesNames(actor) ? written : fillFields(written, HIDDEN_CLIENT);
  store.insertOwnWords(app.db, { kind, id, userId: actor.id, body });
}

/** A copy of a text still belongs to its author. */
export function copyOwnWords(app: App, kind: OwnWordsKind, from: number, to: number): void {
  for (const words of store.ownWordsOf(app.db, kind, from))
    store.insertOwnWords(app.db, { ...words, id: to });
}

/**
 * Returns the text as this masked reader may read it when it needs no masking: the reader's own words, or
 * a campaign's text, which is the same for every client apart from its merge fields.
 */
export function findReadableWords(
  app: App,
  reader: Visitor & { readonly id?: string },
  kind: OwnWordsKind,
  id: number,
  client: Client | undefined,
): string | undefined {
  const own = reader.id && store.findOwnWords(app.db, { kind, id, userId: reader.id });
  if (own !== undefined) return own;
  const campaignText = kind === "message" ? store.findCampaignText(app.db, id) : undefined;
  if (campaignText === undefined) return undefined;
  if (!seesNames(reader)) return fillFields(campaignText, HIDDEN_CLIENT);
  // The name of a client without one is the number.
  if (!client?.name || !/\p{L}/u.test(client.name)) return undefined;
  const named = { name: client.name, phoneNumber: client.phone ?? "" };
  const text = fillFields(campaignText, { ...named, ...pickMergeDetails({}) });
  const hasMetadata = text !== fillFields(campaignText, { ...named, ...mergeExamples("sample") });
  return hasMetadata ? undefined : text;
}
