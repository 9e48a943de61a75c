import { listAppointmentsOfPhone } from "#db/calendar/appointments-of-client.ts";
import { listBookingsOfPhone } from "#db/calendar/online-bookings.ts";
import { listEntriesOfContact } from "#db/calendar/waitlist.ts";
import { listOffersOfEntry } from "#db/calendar/waitlist-offers.ts";
import { turnsOf } from "#db/calls/calls.ts";
import { callsOfContact, listRequestsOfContact } from "#db/calls/calls-of-client.ts";
import * as file from "#db/clients/client-file.ts";
import { consentsOf } from "#db/clients/consents.ts";
import { notesOf } from "#db/clients/notes.ts";
import { inTransaction } from "#db/connection.ts";
import { findConversationOfContact } from "#db/messaging/conversations.ts";
import { listReviewsOfContact } from "#db/reviews/reviews.ts";
import type { App, Staff } from "#src/app.ts";
import { getContact, getContactRow } from "#src/clients/contacts/contacts.ts";
import { record } from "#src/platform/audit/audit.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";

/** Texts per slice, which takes a few milliseconds of the event loop. */
const SLICE = 500;
const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const NO_LIMIT = 1_000_000;
const MICROS_PER_UNIT = 1_000_000;

/** Exports everything stored about a client, as JSON for the client to read. @throws Problem 404 */
export function exportClient(app: App, actor: Staff, id: number): FileReply {
  const contact = getContactRow(app, id);
  inTransaction(app.db, () =>
    record(app, actor, { action: "contact.export_one", target: ["contact", id] }),
  );
  return {
    name: `client-${id}-${businessDay(app)}.json`,
    type: "application/json; charset=utf-8",
    content: exportChunks(app, id, contact.phone),
  };
}

async function* exportChunks(app: App, id: number, phone: string): AsyncGenerator<string> {
  const { tags, ...contact } = getContact(app, id);
  const head = {
    exportedAt: toIso(app.now()),
    contact,
    tags: tags.map(({ name }) => name),
    conversation: exportConversation(app, id),
    consent: consentsOf(app.db, phone, NEWEST, NO_LIMIT).map(({ id: _, at, ...consent }) => ({
      at: toIso(at),
      ...consent,
    })),
    daysUnreachable: file.strikesOf(app.db, phone),
    notes: exportNotes(app, id),
    appointments: exportAppointments(app, phone),
    onlineBookings: exportBookings(app, phone),
    waitlist: exportWaitlist(app, id),
    // Public on Google; exported because they are matched to this client.
    reviews: listReviewsOfContact(app.db, id).map(({ at, isDiscounted, ...review }) => ({
      at: toIso(at),
      ...review,
      discountApplied: isDiscounted === 1,
    })),
    calls: exportCalls(app, id),
    askedToBook: listRequestsOfContact(app.db, id).map(({ createdAt, ...request }) => ({
      at: toIso(createdAt),
      ...request,
    })),
    campaignsNotYetSent: file.upcomingCampaigns(app.db, id),
    log: file.auditEntriesOf(app.db, id).map(({ at, metadata, ...entry }) => ({
      at: toIso(at),
      ...entry,
      details: JSON.parse(metadata) as unknown,
    })),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "texts": [`;
  yield* exportTexts(app, id);
  yield "\n  ]\n}\n";
}

function exportConversation(app: App, id: number) {
  const conversation = findConversationOfContact(app.db, id);
  return (
    conversation && {
      lastMessageAt: toIso(conversation.lastMessageAt),
      lastMessagePreview: conversation.lastMessagePreview,
      unread: conversation.unreadCount,
    }
  );
}

function exportNotes(app: App, id: number) {
  return notesOf(app.db, id, NEWEST, NO_LIMIT).map((note) => ({
    at: toIso(note.createdAt),
    author: note.author,
    body: note.body,
    editedAt: toIso(note.editedAt),
  }));
}

function exportAppointments(app: App, phone: string) {
  return listAppointmentsOfPhone(app.db, phone).map(
    ({ startsAt, durationMinutes, service, status, clientName, createdAt }) => ({
      bookedAt: toIso(createdAt),
      at: startsAt,
      durationMinutes,
      name: clientName,
      service,
      status,
    }),
  );
}

function exportBookings(app: App, phone: string) {
  return listBookingsOfPhone(app.db, phone).map((booking) => ({
    bookedAt: toIso(booking.createdAt),
    at: booking.startsAt,
    name: booking.clientName,
    email: booking.email,
    deposit: booking.depositCents === null ? null : formatCents(booking.depositCents),
    depositPaidAt: toIso(booking.paidAt),
    depositRefundedAt: toIso(booking.refundedAt),
    agreedToOffers: booking.marketing,
  }));
}

function exportWaitlist(app: App, id: number) {
  return listEntriesOfContact(app.db, id).map((entry) => ({
    addedAt: toIso(entry.createdAt),
    service: entry.serviceName,
    from: entry.fromDay,
    to: entry.toDay,
    weekdays: entry.weekdays,
    timeFrom: entry.timeFrom,
    timeTo: entry.timeTo,
    status: entry.status,
    offers: listOffersOfEntry(app.db, entry.id).map((offer) => ({
      offeredAt: toIso(offer.createdAt),
      at: offer.startsAt,
      answer: offer.status,
    })),
  }));
}

function exportCalls(app: App, id: number) {
  return callsOfContact(app.db, id, NEWEST, NO_LIMIT).map(({ id: callId, ...call }) => ({
    at: toIso(call.startedAt),
    seconds: call.duration,
    status: call.status,
    message: call.message,
    spoken: turnsOf(app.db, callId)
      .filter(({ role }) => role !== "system")
      .map(({ role, content }) => ({ by: role === "user" ? "caller" : "assistant", content })),
  }));
}

/** Yields the elements of the JSON array in slices, so that other requests are answered in between. */
async function* exportTexts(app: App, id: number): AsyncGenerator<string> {
  let after = { at: -1, id: 0 };
  for (let separator = ""; ; separator = ",") {
    const slice = file.clientTextsAfter(app.db, id, after, SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    yield separator + slice.map((text) => `\n    ${JSON.stringify(toExportedText(text))}`).join();
    after = last;
    await Bun.sleep(0);
  }
}

function toExportedText({ id: _, at, price, ...text }: file.ClientText) {
  return {
    at: toIso(at),
    ...text,
    cost: price === null ? null : Math.abs(price) / MICROS_PER_UNIT,
  };
}
