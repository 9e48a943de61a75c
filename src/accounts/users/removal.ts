import { CONTACT_INDEXES, deferIndexMerges, mergeSearchIndex } from "#db/clients/erase-contact.ts";
import {
  clearOwnersToDelete,
  markContactsForDeletion,
  ownedContacts,
  ownersOf,
  ownersToDelete,
  transferContacts,
} from "#db/clients/owners.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import { campaignsOfUser, transferCampaigns } from "#db/messaging/campaigns.ts";
import { deleteSessionsOf } from "#db/platform/sessions.ts";
import * as store from "#db/platform/users.ts";
import type { App, Staff } from "#src/app.ts";
import { removeContact } from "#src/clients/contacts/contacts.ts";
import { deleteCampaigns } from "#src/messaging/campaigns/campaigns.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Belongings } from "./contract.ts";
import { getUserRow, recordChange } from "./users.ts";

/** Contacts scanned and deleted per slice, each of which takes a few milliseconds of the event loop. */
const SCAN_SIZE = 5_000;
const DELETE_SIZE = 100;
/** The search index is merged after this many deletions, because its list of deleted rows takes 60 ms to rewrite at 20,000. */
const MERGE_INTERVAL = 10_000;
const MIN_TO_MERGE = 1_000;

/** Deletes a user and transfers their contacts and campaigns to the acting admin. @throws Problem 404, 409 */
export function deleteUser(app: App, actor: Staff, id: string): void {
  inTransaction(app.db, () => {
    const user = getRemovableUser(app, actor, id);
    transferContacts(app.db, id, actor.id);
    transferCampaigns(app.db, id, actor.id);
    removeUser(app, actor, user, {});
  });
}

/**
 * Deletes a user with their campaigns and contacts. A job deletes the contacts after the first slice.
 * The ledger of texts, consent records and signed agreements remain.
 * @throws Problem 404, 409 while a campaign is sending or a contact has an active subscription
 */
export function deleteUserAndBelongings(app: App, actor: Staff, id: string): void {
  inTransaction(app.db, () => {
    const user = getRemovableUser(app, actor, id);
    const campaigns = campaignsOfUser(app.db, id);
    const sending = campaigns.find(({ status }) => status === "sending");
    if (sending)
      throw new Problem(
        409,
        `The campaign “${sending.name}” is being sent. Stop it first, or keep the campaigns.`,
      );
    if (app.hooks.queries.ownersHaveLiveSubscriptions(app.db, ownersOf(app.db, id)))
      throw new Problem(
        409,
        "Some of these contacts have an active membership or payment plan. Cancel it first, or keep the contacts.",
      );
    deleteCampaigns(
      app,
      campaigns.map((campaign) => campaign.id),
    );
    markContactsForDeletion(app.db, id, actor.id);
    removeUser(app, actor, user, { cascade: true, campaigns: campaigns.length });
    deleteContactSlice(app, ownersToDelete(app.db), 0);
  });
}

/** Deletes the contacts of deleted users in slices, and continues after a restart. */
export async function deleteOrphanedContacts(app: App): Promise<void> {
  const owners = ownersToDelete(app.db);
  if (owners.length === 0) return;
  const transact = <T>(work: () => T) => writeWhenFree(app.db, work);

  await transact(() => deferIndexMerges(app.db, true));
  let deleted = 0;
  let unmerged = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const slice = await transact(() => deleteContactSlice(app, owners, from));
    deleted += slice.deleted;
    unmerged += slice.deleted;
    after = slice.next;
    await Bun.sleep(2);
    if (unmerged >= MERGE_INTERVAL) {
      await mergeSearch(app);
      unmerged = 0;
    }
  }
  if (unmerged >= MIN_TO_MERGE) await mergeSearch(app);
  await transact(() => {
    deferIndexMerges(app.db, false);
    clearOwnersToDelete(app.db, owners);
    if (deleted > 0)
      recordSystem(app, { action: "contact.delete", metadata: { contacts: deleted } });
  });
}

/** Merges the search indexes in steps of a few milliseconds, which removes deleted rows from it. */
async function mergeSearch(app: App): Promise<void> {
  for (const index of CONTACT_INDEXES)
    await inSlices(app, { isFirst: true }, ({ isFirst }) => ({
      isFirst: false,
      done: !mergeSearchIndex(app.db, index, isFirst),
    }));
}

/** Deletes the next contacts of these owners. `next` is where the next slice begins; undefined at the end. */
function deleteContactSlice(app: App, owners: readonly number[], after: number) {
  const { ids, next } = ownedContacts(app.db, owners, after, SCAN_SIZE);
  const batch = ids.slice(0, DELETE_SIZE);
  for (const id of batch) removeContact(app, id);
  return { deleted: batch.length, next: batch.length < ids.length ? batch.at(-1) : next };
}

/** Counts a user's belongings, in slices because contacts have no index by owner. @throws Problem 404 */
export async function belongingsOf(app: App, id: string): Promise<Belongings> {
  getUserRow(app, id);
  const all = campaignsOfUser(app.db, id);
  const drafts = all.filter(({ status }) => status === "draft").length;
  return { contacts: await countContacts(app, id), campaigns: all.length - drafts, drafts };
}

async function countContacts(app: App, id: string): Promise<number> {
  const owners = ownersOf(app.db, id);
  if (owners.length === 0) return 0;
  let contacts = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const slice = ownedContacts(app.db, owners, after, SCAN_SIZE);
    contacts += slice.ids.length;
    after = slice.next;
    await Bun.sleep(0);
  }
  return contacts;
}

function getRemovableUser(app: App, actor: Staff, id: string): store.UserRow {
  const user = getUserRow(app, id);
  if (id === actor.id) throw new Problem(409, "You can't delete your own account.");
  if (user.role === "admin" && store.countAdmins(app.db) === 1)
    throw new Problem(409, "You can't delete the last administrator.");
  return user;
}

function removeUser(app: App, actor: Staff, user: store.UserRow, metadata: object): void {
  deleteSessionsOf(app.db, user.id);
  store.deleteUser(app.db, user.id);
  recordChange(app, actor, "user.delete", user, metadata);
  app.events.changed("campaigns");
}
