import * as store from "#db/billing/memberships.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { amountOf, centsOf, moneyWords } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Membership, MembershipChange, NewMembership } from "./contract.ts";

export function listMemberships(app: App): Membership[] {
  return store.allMemberships(app.db).map(shown);
}

/** An admin's is approved at once, others' wait for one. */
export function createMembership(app: App, actor: Staff, wanted: NewMembership): Membership {
  const isAdmin = actor.role === "admin";
  if (wanted.agreementText && !isAdmin) throw onlyAdmins("agreementText");
  return inTransaction(app.db, () => {
    const id = Bun.randomUUIDv7();
    const now = app.now();
    store.insertMembership(app.db, {
      id,
      name: wanted.name,
      description: wanted.description,
      price: cents(wanted.price),
      billingFrequency: wanted.billingFrequency,
      agreementText: wanted.agreementText ?? "",
      status: isAdmin ? "approved" : "pending",
      createdBy: actor.id,
      approvedBy: isAdmin ? actor.id : null,
      approvedAt: isAdmin ? now : null,
      createdAt: now,
    });
    record(app, actor, { action: "membership.create", target: ["membership", id] });
    app.events.changed("memberships", id);
    return shown(foundMembership(app, id));
  });
}

/** Admins all of it; who made it what it is called, while it waits. @throws Problem 403, 404 */
export function changeMembership(
  app: App,
  actor: Staff,
  id: string,
  change: MembershipChange,
): Membership {
  return inTransaction(app.db, () => {
    const former = foundMembership(app, id);
    refuseStrangers(actor, former, change);
    store.changeMembership(app.db, id, {
      name: change.name ?? former.name,
      description: change.description ?? former.description,
      price: change.price === undefined ? former.price : cents(change.price),
      billingFrequency: change.billingFrequency ?? former.billingFrequency,
      agreementText: change.agreementText ?? former.agreementText,
      updatedAt: app.now(),
    });
    record(app, actor, {
      action: "membership.update",
      target: ["membership", id],
      metadata: { fields: Object.keys(change) },
    });
    app.events.changed("memberships", id);
    app.events.changed("subscriptions");
    return shown(foundMembership(app, id));
  });
}

/** @throws Problem 409 unless it waits */
export function decideMembership(
  app: App,
  actor: Staff,
  id: string,
  status: "approved" | "rejected",
): Membership {
  return inTransaction(app.db, () => {
    if (foundMembership(app, id).status !== "pending")
      throw new Problem(409, "This membership has been decided on already.");
    store.decideMembership(app.db, id, { status, by: actor.id, at: app.now() });
    const action = status === "approved" ? "membership.approve" : "membership.reject";
    record(app, actor, { action, target: ["membership", id] });
    app.events.changed("memberships", id);
    return shown(foundMembership(app, id));
  });
}

/** What clients signed stays. @throws Problem 409 while somebody has it */
export function deleteMembership(app: App, actor: Staff, id: string): void {
  inTransaction(app.db, () => {
    const { subscriberCount } = foundMembership(app, id);
    if (subscriberCount > 0)
      throw new Problem(
        409,
        `${subscriberCount === 1 ? "1 member has" : `${subscriberCount} members have`} this membership. Cancel their subscriptions first.`,
      );
    store.deleteMembership(app.db, id, app.now());
    record(app, actor, { action: "membership.delete", target: ["membership", id] });
    app.events.changed("memberships", id);
  });
}

/** @throws Problem 404 */
export function foundMembership(app: App, id: string): store.MembershipRow {
  const membership = store.findMembership(app.db, id);
  if (!membership) throw new Problem(404, "This membership does not exist any more.");
  return membership;
}

/** What a client signs: the owner's text or, while there is none, the plain facts. */
export function agreementOf(app: App, membership: store.MembershipRow): string {
  if (membership.agreementText !== "") return membership.agreementText;
  const { businessName, currency } = settingsOf(app);
  const price = `${moneyWords(membership.price, currency)} per ${membership.billingFrequency}`;
  return `# ${membership.name}

This is an agreement between ${businessName || "the business"} and the member named below.

${membership.description}

The membership costs ${price}, charged on the day of signing and then every ${membership.billingFrequency} until it is canceled.

It can be canceled at any time, and then ends with the period that is paid for.`;
}

function refuseStrangers(actor: Staff, former: store.MembershipRow, change: MembershipChange) {
  if (actor.role === "admin") return;
  if (former.createdBy !== actor.id || former.status !== "pending")
    throw new Problem(
      403,
      "Only an administrator can change this membership. You can change your own while it waits for approval.",
    );
  if (change.agreementText !== undefined) throw onlyAdmins("agreementText");
  if (change.price !== undefined && cents(change.price) !== former.price) throw onlyAdmins("price");
  if (change.billingFrequency !== undefined && change.billingFrequency !== former.billingFrequency)
    throw onlyAdmins("billingFrequency");
}

function onlyAdmins(field: string): Problem {
  const words = "Only an administrator can change this.";
  return new Problem(403, words, { errors: { [field]: words } });
}

function cents(price: string): number {
  const read = centsOf(price);
  if (read === undefined) throw new Problem(400, "Price must be a valid number");
  return read;
}

function shown({
  stripePriceId: _,
  stripePriceCurrency: __,
  stripeStatementName: ___,
  ...row
}: store.MembershipRow): Membership {
  return {
    ...row,
    price: amountOf(row.price),
    approvedAt: row.approvedAt === null ? null : new Date(row.approvedAt).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}
