import { writeWhenFree } from "#db/connection.ts";
import * as store from "#db/messaging/number-checks.ts";
import type { App } from "#src/app.ts";
import { carrierOf } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { Carrier } from "#src/platform/providers/carrier.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { markUndeliverable } from "./deliverability.ts";

const VALID_MS = 90 * DAY_MS;
const SLICE = 100;
/** Lookups at the same time. */
const MAX_CONCURRENT = 16;
/** After this many failed lookups in a row, the rest of the campaign's numbers are not looked up. */
const MAX_FAILURES = 50;
/** Line types that can't receive texts. Voice over IP and unknown lines may be able to. */
const UNTEXTABLE_LINES: readonly string[] = ["landline", "pager", "tollFree"];

/** Checks a campaign's numbers slice by slice before its texts are sent. A restart continues where the check was. */
export async function checkNumbers(app: App): Promise<void> {
  const provider = await carrierOf(app);
  if (!provider) return;
  for (const id of store.campaignsToCheck(app.db)) {
    const failures = { consecutive: 0 };
    while (await checkSlice(app, provider, id, failures)) await Bun.sleep(0);
  }
}

/** Returns true while there are more numbers to check. */
async function checkSlice(
  app: App,
  provider: Carrier,
  id: number,
  failures: { consecutive: number },
): Promise<boolean> {
  const state = store.findCheckProgress(app.db, id);
  if (!state?.isActive) return false;
  const slice = store.nextRecipientsToCheck(app.db, id, state.after, SLICE);
  const last = slice.at(-1);
  if (!last || failures.consecutive >= MAX_FAILURES) {
    if (state.hasFullAudience) await writeWhenFree(app.db, () => completeNumberCheck(app, id));
    return false;
  }

  const checks = await lookUpAll(app, provider, phonesToLookUp(app, slice), failures);
  await writeWhenFree(app.db, () => {
    for (const check of checks) store.saveNumberCheck(app.db, check, app.now());
    markUndeliverableNumbers(app, slice);
    store.recordCheckProgress(app.db, id, {
      after: last.contactId,
      done: state.done + slice.length,
    });
    app.events.changed("campaigns", id);
  });
  return true;
}

function completeNumberCheck(app: App, id: number): void {
  store.completeCheck(app.db, id);
  recordSystem(app, { action: "campaign.checked", target: ["campaign", id] });
  app.events.changed("campaigns", id);
}

/** The numbers to which no text was delivered and that were not looked up within `VALID_MS`. */
function phonesToLookUp(app: App, slice: readonly store.RecipientNumber[]): string[] {
  const phones = unprovenPhones(app, slice);
  const known = recentChecks(app, phones, getSettings(app).lineTypeLookups);
  return phones.filter((phone) => !known.has(phone));
}

/** The numbers to which no text was delivered within `VALID_MS`. */
function unprovenPhones(app: App, slice: readonly store.RecipientNumber[]): string[] {
  const ids = slice.map(({ contactId }) => contactId);
  const proven = store.contactsDeliveredSince(app.db, ids, app.now() - VALID_MS);
  return slice.filter(({ contactId }) => !proven.has(contactId)).map(({ phone }) => phone);
}

function recentChecks(app: App, phones: readonly string[], withLineType: boolean) {
  return store.findNumberChecks(app.db, phones, app.now() - VALID_MS, withLineType);
}

/** A failed lookup changes nothing and doesn't hold up the campaign. */
async function lookUpAll(
  app: App,
  provider: Carrier,
  phones: readonly string[],
  failures: { consecutive: number },
): Promise<store.NumberCheck[]> {
  const { lineTypeLookups } = getSettings(app);
  const waiting = phones.values();
  const checks: store.NumberCheck[] = [];
  await Promise.all(
    Array.from({ length: MAX_CONCURRENT }, async () => {
      for (const phone of waiting) {
        if (failures.consecutive >= MAX_FAILURES) return;
        const lookup = await provider.lookUp(phone, lineTypeLookups);
        failures.consecutive = lookup.kind === "failed" ? failures.consecutive + 1 : 0;
        if (lookup.kind === "known")
          checks.push({
            phone,
            valid: lookup.valid,
            lineType: lineTypeLookups ? (lookup.lineType ?? "unknown") : null,
          });
      }
    }),
  );
  return checks;
}

/** Uses lookups of the last 90 days. A delivered text is stronger evidence than a lookup. */
function markUndeliverableNumbers(app: App, slice: readonly store.RecipientNumber[]): void {
  const known = recentChecks(app, unprovenPhones(app, slice), false);
  for (const { phone, valid, lineType } of known.values()) {
    const isUntextable = !valid || (lineType !== null && UNTEXTABLE_LINES.includes(lineType));
    if (isUntextable && markUndeliverable(app, phone, { code: null, at: app.now() }))
      recordSystem(app, {
        action: "contact.undeliverable",
        metadata: { by: "lookup", lineType: valid ? lineType : "invalid" },
      });
  }
}
