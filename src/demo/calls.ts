import { allEmployees } from "#db/calendar/employees.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { createBookingRequest } from "#src/calls/booking-requests/booking-requests.ts";
import { approveRequest, rejectRequest } from "#src/calls/booking-requests/decide.ts";
import { addTurn, beginCall, endCall, leaveMessage } from "#src/calls/transcripts/transcripts.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { type DemoCall, demoCalls } from "./call-scripts.ts";
import { atTime } from "./history.ts";
import { clientNames } from "./people.ts";

const MINUTE = 60 * 1000;

/** Creates the calls of the last days, oldest first. */
export function createCalls(
  app: App,
  maya: Staff,
  clients: readonly { readonly phone: string }[],
): void {
  const names = clientNames(clients.length);
  const calls = demoCalls({
    name: (client) => names[client] ?? "",
    day: (weekday) => nextDay(businessDay(app), weekday),
  });
  for (const call of calls)
    inTransaction(app.db, () => createCall(app, maya, call, clients[call.client ?? -1]?.phone));
}

/** Returns the first such weekday at least two days ahead; 0 is Sunday. */
function nextDay(today: string, weekday: number): string {
  const days = [2, 3, 4, 5, 6, 7, 8].map((ahead) => addDays(today, ahead));
  return days.find((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === weekday) ?? today;
}

function createCall(app: App, maya: Staff, call: DemoCall, known: string | undefined): void {
  const phone = known ?? call.phone ?? null;
  const began = app.now() - call.minutesAgo * MINUTE;
  const callSid = `CA${crypto.randomUUID().replaceAll("-", "")}`;
  const { id } = beginCall(atTime(app, began), { callSid, phone });
  for (const [turn, [role, content]] of call.turns.entries())
    addTurn(atTime(app, began + turn * 7_000), id, {
      role,
      content,
      ...(role === "assistant" && { firstTokenMs: 420 + ((turn * 37) % 180) }),
    });
  const ended = atTime(app, began + call.seconds * 1000);
  if (call.message) leaveMessage(ended, id, call.message);
  if (call.asked) createRequest(app, maya, call, { id, phone, ended });
  endCall(ended, id, {
    status: call.turns.length === 0 ? "missed" : "completed",
    seconds: call.seconds,
  });
}

function createRequest(
  app: App,
  maya: Staff,
  { asked }: DemoCall,
  call: { id: number; phone: string | null; ended: App },
): void {
  if (!asked) return;
  const { slot, decided, ...said } = asked;
  const employeeId = slot && allEmployees(app.db)[slot.employee]?.id;
  const { startsAt = "", durationMinutes = 0 } = slot ?? {};
  const request = createBookingRequest(call.ended, {
    ...said,
    callId: call.id,
    contactId: call.phone === null ? null : (findContactByPhone(app.db, call.phone)?.id ?? null),
    phone: call.phone,
    slot: employeeId === undefined ? undefined : { employeeId, startsAt, durationMinutes },
  });
  const decider = atTime(app, app.now() - (decided?.minutesAgo ?? 0) * MINUTE);
  if (decided?.as === "rejected") rejectRequest(decider, maya, request);
  if (decided?.as === "booked" && employeeId !== undefined)
    approveRequest(decider, maya, request, {
      employeeId,
      appointmentDate: startsAt,
      durationMinutes,
      service: said.requestedService,
      allowOverlap: true,
    });
}
