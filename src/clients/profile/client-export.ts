import { appointmentsHeld } from "#db/calendar/appointments-of-client.ts";
import { turnsOf } from "#db/calls/calls.ts";
import { callsOfContact, requestsHeld } from "#db/calls/calls-of-client.ts";
import * as file from "#db/clients/client-file.ts";
import { consentsOf } from "#db/clients/consents.ts";
import { notesOf } from "#db/clients/notes.ts";
import { inTransaction } from "#db/connection.ts";
import { findConversationOf } from "#db/messaging/conversations.ts";
import { reviewsHeld } from "#db/reviews/reviews.ts";
import type { App, Staff } from "#src/app.ts";
import { getContact } from "#src/clients/contacts/contacts.ts";
import { record } from "#src/platform/audit/audit.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { foundClient } from "./profile.ts";

/** Texts at a time: a few milliseconds of the loop. */
const SLICE = 500;
const NOW = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const ALL = 1_000_000;
const MILLION = 1_000_000;

/** Everything that is held on one person, for that person to read. */
export function exportClient(app: App, actor: Staff, id: number): FileReply {
  const contact = foundClient(app, id);
  inTransaction(app.db, () =>
    record(app, actor, { action: "contact.export_one", target: ["contact", id] }),
  );
  return {
    name: `client-${id}-${businessDay(app)}.json`,
    type: "application/json; charset=utf-8",
    content: pieces(app, id, contact.phone),
  };
}

async function* pieces(app: App, id: number, phone: string): AsyncGenerator<string> {
  const conversation = findConversationOf(app.db, id);
  const { tags, ...contact } = getContact(app, id);
  const head = {
    exportedAt: iso(app.now()),
    contact,
    tags: tags.map(({ name }) => name),
    conversation: conversation && {
      lastMessageAt: iso(conversation.lastMessageAt),
      lastMessagePreview: conversation.lastMessagePreview,
      unread: conversation.unreadCount,
    },
    consent: consentsOf(app.db, phone, NOW, ALL).map(({ id: _, at, ...said }) => ({
      at: iso(at),
      ...said,
    })),
    daysUnreachable: file.strikesOf(app.db, phone),
    notes: notesOf(app.db, id, NOW, ALL).map((note) => ({
      at: iso(note.createdAt),
      author: note.author,
      body: note.body,
      editedAt: note.editedAt === null ? null : iso(note.editedAt),
    })),
    appointments: appointmentsHeld(app.db, phone).map(
      ({ startsAt, durationMinutes, service, status, clientName, createdAt }) => ({
        bookedAt: iso(createdAt),
        at: startsAt,
        durationMinutes,
        name: clientName,
        service,
        status,
      }),
    ),
    // At Google, for all to read; here with whom they were taken to be by.
    reviews: reviewsHeld(app.db, id).map(({ at, isDiscounted, ...review }) => ({
      at: iso(at),
      ...review,
      discountApplied: isDiscounted === 1,
    })),
    calls: callsOfContact(app.db, id, NOW, ALL).map(({ id: callId, ...call }) => ({
      at: iso(call.startedAt),
      seconds: call.duration,
      status: call.status,
      message: call.message,
      spoken: turnsOf(app.db, callId)
        .filter(({ role }) => role !== "system")
        .map(({ role, content }) => ({ by: role === "user" ? "caller" : "assistant", content })),
    })),
    askedToBook: requestsHeld(app.db, id).map(({ createdAt, ...asked }) => ({
      at: iso(createdAt),
      ...asked,
    })),
    campaignsNotYetSent: file.campaignsAhead(app.db, id),
    log: file.deedsOn(app.db, id).map(({ at, metadata, ...deed }) => ({
      at: iso(at),
      ...deed,
      details: JSON.parse(metadata) as unknown,
    })),
  };
  // The texts come last and in slices, inside the same object.
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "texts": [`;
  let after = { at: -1, id: 0 };
  for (let first = true; ; first = false) {
    const slice = file.textsHeld(app.db, id, after, SLICE);
    const last = slice.at(-1);
    if (last === undefined) break;
    yield (first ? "" : ",") +
      slice.map((text) => `\n    ${JSON.stringify(readable(text))}`).join();
    after = last;
    await Bun.sleep(0);
  }
  yield "\n  ]\n}\n";
}

function readable({ id: _, at, price, ...text }: file.HeldText) {
  return { at: iso(at), ...text, cost: price === null ? null : Math.abs(price) / MILLION };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
