import * as store from "#db/billing/memberships.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { generateAgreement } from "#src/billing/agreements/generate.ts";
import { sendOfferInvite } from "#src/billing/checkout/invite.ts";
import { removeOffer } from "#src/billing/end-checkouts.ts";
import { record } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import {
  type AgreementTerm,
  contradictionIn,
  membershipTerms,
} from "#src/shared/agreement-terms.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents, formatMoney, parseCents } from "#src/shared/money.ts";
import type { UuidPage } from "#src/shared/page-shape.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import { requireUnchanged } from "#src/shared/unchanged.ts";
import type { Membership, MembershipChange, NewMembership } from "./contract.ts";

/** Newest first. */
export function listMemberships(app: App, page: UuidPage): Membership[] {
  return store.pageOfMemberships(app.db, page).map(toMembership);
}

/** Creates a membership: approved if an admin creates it, otherwise pending. */
export function createMembership(app: App, actor: Staff, input: NewMembership): Membership {
  const isAdmin = actor.role === "admin";
  if (input.agreementText && !isAdmin) throw adminOnlyProblem("agreementText");
  return inTransaction(app.db, () => {
    const id = Bun.randomUUIDv7();
    const now = app.now();
    const { name, description, billingFrequency, agreementText = "" } = input;
    const price = parsePrice(input.price);
    const offer = { name, description, price, billingFrequency, agreementText };
    if (isAdmin) requireMatchingText(app, offer, 400);
    store.insertMembership(app.db, {
      ...offer,
      id,
      status: isAdmin ? "approved" : "pending",
      createdBy: actor.id,
      approvedBy: isAdmin ? actor.id : null,
      approvedAt: isAdmin ? now : null,
      createdAt: now,
    });
    record(app, actor, { action: "membership.create", target: ["membership", id] });
    app.events.changed("memberships", id);
    return toMembership(getMembership(app, id));
  });
}

/**
 * Admins may change every field. The creator may change the name and the description while the
 * membership is pending. @throws Problem 403, 404
 */
export function changeMembership(
  app: App,
  actor: Staff,
  id: string,
  { was, ...change }: MembershipChange,
): Membership {
  return inTransaction(app.db, () => {
    const before = getMembership(app, id);
    checkMayChange(actor, before, change);
    requireUnchanged(toMembership(before), was, Object.keys(change));
    const offer = {
      name: change.name ?? before.name,
      description: change.description ?? before.description,
      price: change.price === undefined ? before.price : parsePrice(change.price),
      billingFrequency: change.billingFrequency ?? before.billingFrequency,
      agreementText: change.agreementText ?? before.agreementText,
    };
    if (before.status === "approved") requireMatchingText(app, offer, 400);
    store.changeMembership(app.db, id, { ...offer, updatedAt: app.now() });
    record(app, actor, {
      action: "membership.update",
      target: ["membership", id],
      metadata: { fields: Object.keys(change) },
    });
    app.events.changed("memberships", id);
    app.events.changed("subscriptions");
    return toMembership(getMembership(app, id));
  });
}

/** @throws Problem 404, 409 unless the membership is pending */
export function decideMembership(
  app: App,
  actor: Staff,
  id: string,
  status: "approved" | "rejected",
): Membership {
  return inTransaction(app.db, () => {
    const membership = getMembership(app, id);
    if (membership.status !== "pending")
      throw new Problem(409, "This membership was already approved or rejected.");
    if (status === "approved") requireMatchingText(app, membership, 409);
    store.decideMembership(app.db, id, { status, by: actor.id, at: app.now() });
    const action = status === "approved" ? "membership.approve" : "membership.reject";
    record(app, actor, { action, target: ["membership", id] });
    app.events.changed("memberships", id);
    return toMembership(getMembership(app, id));
  });
}

/** Deletes a membership; signed agreements remain. @throws Problem 404, 409 while it has members, 503 */
export async function deleteMembership(app: App, actor: Staff, id: string): Promise<void> {
  await removeOffer(app, id, {
    requireUnsold: () => requireNoMembers(app, id),
    remove: () => {
      store.deleteMembership(app.db, id, app.now());
      record(app, actor, { action: "membership.delete", target: ["membership", id] });
      app.events.changed("memberships", id);
    },
  });
}

function requireNoMembers(app: App, id: string): void {
  const { subscriberCount: count } = getMembership(app, id);
  if (count === 0) return;
  const members = `${formatCount(count, "member")} ${count === 1 ? "has" : "have"}`;
  throw new Problem(409, `${members} this membership. Cancel their subscriptions first.`);
}

/** @throws Problem 404 */
function getMembership(app: App, id: string): store.MembershipRow {
  return requireFound(store.findMembership(app.db, id), "This membership no longer exists.");
}

type OfferedFields = Pick<
  store.MembershipRow,
  "name" | "description" | "price" | "billingFrequency" | "agreementText"
>;

/** Why the membership's text can't be offered, as staff read it; undefined if it fits. */
export function contradictionOf(app: App, membership: OfferedFields): string | undefined {
  const terms = membershipTerms({ ...membership, currency: getSettings(app).currency });
  return contradictionIn(membership.agreementText, { ...membership, terms });
}

/** The names of approved memberships that clients can't sign, because their text contradicts the offer. */
export function listContradictory(app: App): string[] {
  return store
    .approvedMemberships(app.db)
    .filter((membership) => contradictionOf(app, membership) !== undefined)
    .map(({ name }) => name);
}

function requireMatchingText(app: App, membership: OfferedFields, status: 400 | 409): void {
  const problem = contradictionOf(app, membership);
  if (problem !== undefined) throw fieldProblem(status, "agreementText", problem);
}

/** Returns the text that clients sign: the membership's own text, or a standard one. */
export function agreementTextOf(app: App, membership: store.MembershipRow): string {
  if (membership.agreementText !== "") return membership.agreementText;
  const { businessName, currency } = getSettings(app);
  const price = `${formatMoney(membership.price, currency)} per ${membership.billingFrequency}`;
  return `# ${membership.name}

This is an agreement between ${businessName || "the business"} and the member named below.

${membership.description}

The membership costs ${price}, charged on the day of signing and then every ${membership.billingFrequency} until it is canceled.

It can be canceled at any time. It then ends when the paid period ends.`;
}

function checkMayChange(actor: Staff, before: store.MembershipRow, change: MembershipChange) {
  if (actor.role === "admin") return;
  if (before.createdBy !== actor.id || before.status !== "pending")
    throw new Problem(
      403,
      "Only an administrator can change this membership. You can change your own while it waits for approval.",
    );
  if (change.agreementText !== undefined) throw adminOnlyProblem("agreementText");
  if (change.price !== undefined && parsePrice(change.price) !== before.price)
    throw adminOnlyProblem("price");
  if (change.billingFrequency !== undefined && change.billingFrequency !== before.billingFrequency)
    throw adminOnlyProblem("billingFrequency");
}

function adminOnlyProblem(field: string): Problem {
  return fieldProblem(403, field, "Only an administrator can change this.");
}

function parsePrice(price: string): number {
  const cents = parseCents(price);
  if (cents === undefined) throw new Problem(400, "Price must be a valid number");
  return cents;
}

function toMembership({
  stripePriceId: _,
  stripePriceCurrency: __,
  stripeStatementName: ___,
  ...row
}: store.MembershipRow): Membership {
  return {
    ...row,
    price: formatCents(row.price),
    approvedAt: toIso(row.approvedAt),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

/** @throws Problem 400 without an OpenAI key, 404, 409, 503 */
export async function draftAgreement(app: App, actor: Staff, id: string) {
  const membership = getMembership(app, id);
  const agreementText = await generateAgreement(app, "membership", factsOf(app, membership));
  await writeWhenFree(app.db, () =>
    record(app, actor, { action: "membership.generate_agreement", target: ["membership", id] }),
  );
  return { agreementText };
}

/** Returns the facts that an agreement of this membership must state. */
function factsOf(app: App, membership: store.MembershipRow): AgreementTerm[] {
  const { businessName, currency } = getSettings(app);
  return [
    { label: "Business", value: businessName },
    { label: "Membership", value: membership.name },
    { label: "What it includes", value: membership.description },
    ...membershipTerms({ ...membership, currency }),
  ];
}

/** Texts a client the sign-up link. @throws Problem 403, 404, 409, 429 */
export function sendInvite(app: App, actor: Staff, id: string, contactId: number) {
  return sendOfferInvite(app, actor, contactId, () => {
    const membership = getMembership(app, id);
    const { name, status } = membership;
    if (status !== "approved")
      throw new Problem(409, "Only an approved membership can be offered to clients.");
    requireMatchingText(app, membership, 409);
    return {
      action: "membership.invite",
      target: ["membership", id],
      contactField: "contactId",
      render: (pages) =>
        `you are invited to join ${name}. Sign up here: ${pages}/membership/signup/${id}`,
    };
  });
}
