import { inTransaction, whenFree } from "#db/connection.ts";
import {
  type Checkable,
  campaignsToCheck,
  checkState,
  checksAmong,
  finishCheck,
  keepCheck,
  type NumberCheck,
  nextToCheck,
  noteChecked,
  provenAmong,
} from "#db/messaging/number-checks.ts";
import type { App } from "#src/app.ts";
import { carrierOf } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { SmsProvider } from "#src/platform/providers/sms.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { markUndeliverable } from "./deliverability.ts";

const GOOD_FOR_MS = 90 * 24 * 60 * 60 * 1000;
const SLICE = 100;
/** Lookups with the provider at once. */
const AT_ONCE = 16;
/** A provider whose lookups fail one after the other is not asked about the rest. */
const PATIENCE = 50;
/** Lines that take no texts; voice over IP and what is not known may. */
const DEAD_LINES: readonly string[] = ["landline", "pager", "tollFree"];

/** Before a campaign's texts leave: its numbers, slice by slice, from where a restart left them. */
export async function checkNumbers(app: App): Promise<void> {
  const provider = await carrierOf(app);
  if (!provider) return;
  for (const id of campaignsToCheck(app.db)) {
    const failures = { inARow: 0 };
    while (await checkSlice(app, provider, id, failures)) await Bun.sleep(0);
  }
}

/** True while there is more to look at now. */
async function checkSlice(
  app: App,
  provider: SmsProvider,
  id: number,
  failures: { inARow: number },
): Promise<boolean> {
  const state = checkState(app.db, id);
  if (!state?.isWanted) return false;
  const slice = nextToCheck(app.db, id, state.after, SLICE);
  const last = slice.at(-1);
  if (!last || failures.inARow >= PATIENCE) {
    if (state.isFrozen) await whenFree(() => inTransaction(app.db, () => finish(app, id)));
    return false;
  }

  const looked = await lookUpAll(app, provider, unknownAmong(app, slice), failures);
  await whenFree(() =>
    inTransaction(app.db, () => {
      for (const check of looked) keepCheck(app.db, check, app.now());
      markDeadLines(app, slice);
      noteChecked(app.db, id, { after: last.contactId, done: state.done + slice.length });
      app.events.changed("campaigns", id);
    }),
  );
  return true;
}

function finish(app: App, id: number): void {
  finishCheck(app.db, id);
  recordSystem(app, { action: "campaign.checked", target: ["campaign", id] });
  app.events.changed("campaigns", id);
}

/** Those of whom neither an earlier text nor an earlier lookup tells anything. */
function unknownAmong(app: App, slice: readonly Checkable[]): string[] {
  const since = app.now() - GOOD_FOR_MS;
  const proven = provenAmong(
    app.db,
    slice.map(({ contactId }) => contactId),
    since,
  );
  const unproven = slice.filter(({ contactId }) => !proven.has(contactId));
  const phones = unproven.map(({ phone }) => phone);
  const known = checksAmong(app.db, phones, since, settingsOf(app).lineTypeLookups);
  return phones.filter((phone) => !known.has(phone));
}

/** A lookup that fails changes nothing and never blocks. */
async function lookUpAll(
  app: App,
  provider: SmsProvider,
  phones: readonly string[],
  failures: { inARow: number },
): Promise<NumberCheck[]> {
  const { lineTypeLookups } = settingsOf(app);
  const waiting = phones.values();
  const found: NumberCheck[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const phone of waiting) {
        if (failures.inARow >= PATIENCE) return;
        const lookup = await provider.lookUp(phone, lineTypeLookups);
        failures.inARow = lookup.kind === "failed" ? failures.inARow + 1 : 0;
        if (lookup.kind === "known")
          found.push({
            phone,
            valid: lookup.valid,
            lineType: lineTypeLookups ? (lookup.lineType ?? "unknown") : null,
          });
      }
    }),
  );
  return found;
}

/** By what was looked up now or within ninety days; a text that arrived proves more than a lookup. */
function markDeadLines(app: App, slice: readonly Checkable[]): void {
  const since = app.now() - GOOD_FOR_MS;
  const proven = provenAmong(
    app.db,
    slice.map(({ contactId }) => contactId),
    since,
  );
  const phones = slice.filter(({ contactId }) => !proven.has(contactId)).map(({ phone }) => phone);
  for (const { phone, valid, lineType } of checksAmong(app.db, phones, since, false).values()) {
    const isDead = !valid || (lineType !== null && DEAD_LINES.includes(lineType));
    if (isDead && markUndeliverable(app, phone, { code: null, at: app.now() }))
      recordSystem(app, {
        action: "contact.undeliverable",
        metadata: { by: "lookup", lineType: valid ? lineType : "invalid" },
      });
  }
}
