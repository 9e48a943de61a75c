import {
  condemnContacts,
  leavingOwners,
  leftOwners,
  ownedContacts,
  ownersOf,
  transferContacts,
} from "#db/accounts/owners.ts";
import { deleteSessionsOf } from "#db/accounts/sessions.ts";
import * as store from "#db/accounts/users.ts";
import { ownHaveLiveSubscriptions } from "#db/billing/subscriptions-list.ts";
import { holdOffMerging, mergeSearch } from "#db/clients/erase-contact.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import { campaignsOf, transferCampaigns } from "#db/messaging/campaigns.ts";
import type { App, Staff } from "#src/app.ts";
import { dropContact } from "#src/clients/contacts/contacts.ts";
import { dropCampaigns } from "#src/messaging/campaigns/campaigns.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Belongings } from "./contract.ts";
import { found } from "./users.ts";

/** Contacts looked at, and deleted, at a time: some milliseconds of the loop either way. */
const LOOKED_AT = 5_000;
const DELETED = 100;
/** The list of what is deleted in the search is rewritten as it grows: at 20,000, 60 ms at once. */
const MERGED_AFTER = 10_000;
const WORTH_MERGING = 1_000;

/** Contacts and campaigns of the deleted user become the acting admin's. */
export function deleteUser(app: App, actor: Staff, id: string): void {
  inTransaction(app.db, () => {
    const user = removable(app, actor, id);
    transferContacts(app.db, id, actor.id);
    transferCampaigns(app.db, id, actor.id);
    remove(app, actor, user, {});
  });
}

/**
 * Campaigns go at once, and the first contacts; the rest of a large number follows in slices. The
 * ledger of texts, what numbers consented to and what was signed stay.
 */
export function deleteUserAndBelongings(app: App, actor: Staff, id: string): void {
  inTransaction(app.db, () => {
    const user = removable(app, actor, id);
    const campaigns = campaignsOf(app.db, id);
    const busy = campaigns.find(({ status }) => status === "sending");
    if (busy)
      throw new Problem(
        409,
        `The campaign “${busy.name}” is being sent. Stop it first, or keep the campaigns.`,
      );
    if (ownHaveLiveSubscriptions(app.db, ownersOf(app.db, id)))
      throw new Problem(
        409,
        "Some of these contacts have a membership or payment plan that goes on. Cancel it first, or keep the contacts.",
      );
    dropCampaigns(
      app,
      campaigns.map((campaign) => campaign.id),
    );
    condemnContacts(app.db, id, actor.id);
    remove(app, actor, user, { cascade: true, campaigns: campaigns.length });
    dropSlice(app, leavingOwners(app.db), 0);
  });
}

/** The contacts that deleted users leave behind, slice by slice; a restart goes on. */
export async function dropLeavingContacts(app: App): Promise<void> {
  const owners = leavingOwners(app.db);
  if (owners.length === 0) return;
  const inTurn = <T>(work: () => T) => whenFree(() => inTransaction(app.db, work));

  await inTurn(() => holdOffMerging(app.db, true));
  let dropped = 0;
  let unmerged = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const slice = await inTurn(() => dropSlice(app, owners, from));
    dropped += slice.dropped;
    unmerged += slice.dropped;
    after = slice.next;
    await Bun.sleep(2);
    if (unmerged >= MERGED_AFTER) {
      await mergeAway(app);
      unmerged = 0;
    }
  }
  if (unmerged >= WORTH_MERGING) await mergeAway(app);
  await inTurn(() => {
    holdOffMerging(app.db, false);
    leftOwners(app.db, owners);
    if (dropped > 0)
      recordSystem(app, { action: "contact.delete", metadata: { contacts: dropped } });
  });
}

/** The search, written anew without what was deleted, in steps of a few milliseconds. */
async function mergeAway(app: App): Promise<void> {
  const step = (begin: boolean) =>
    whenFree(() => inTransaction(app.db, () => mergeSearch(app.db, "contacts_search", begin)));
  for (let begin = true; await step(begin); begin = false) await Bun.sleep(1);
}

/** Answers where the next slice begins. */
function dropSlice(app: App, owners: readonly number[], after: number) {
  const { ids, next } = ownedContacts(app.db, owners, after, LOOKED_AT);
  const now = ids.slice(0, DELETED);
  for (const id of now) dropContact(app, id);
  return { dropped: now.length, next: now.length < ids.length ? now.at(-1) : next };
}

/** Counted in slices, as contacts have no index by owner. @throws Problem 404 */
export async function belongingsOf(app: App, id: string): Promise<Belongings> {
  found(app, id);
  const all = campaignsOf(app.db, id);
  const drafts = all.filter(({ status }) => status === "draft").length;
  return { contacts: await countContacts(app, id), campaigns: all.length - drafts, drafts };
}

async function countContacts(app: App, id: string): Promise<number> {
  const owners = ownersOf(app.db, id);
  if (owners.length === 0) return 0;
  let contacts = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const slice = ownedContacts(app.db, owners, after, LOOKED_AT);
    contacts += slice.ids.length;
    after = slice.next;
    await Bun.sleep(0);
  }
  return contacts;
}

function removable(app: App, actor: Staff, id: string): store.UserRow {
  const user = found(app, id);
  if (id === actor.id) throw new Problem(409, "You cannot delete your own account.");
  if (user.role === "admin" && store.countAdmins(app.db) === 1)
    throw new Problem(409, "The last administrator cannot be deleted.");
  return user;
}

function remove(app: App, actor: Staff, user: store.UserRow, metadata: object): void {
  deleteSessionsOf(app.db, user.id);
  store.deleteUser(app.db, user.id);
  record(app, actor, {
    action: "user.delete",
    target: ["user", user.id],
    metadata: { username: user.username, ...metadata },
  });
  app.events.changed("users", user.id);
  app.events.changed("campaigns");
}
