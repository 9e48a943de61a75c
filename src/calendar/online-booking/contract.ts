import * as z from "zod/mini";
import { FreeTimes } from "#src/calendar/availability/contract.ts";
import { ServiceIds, ServiceIdsInQuery } from "#src/calendar/services/visit-contract.ts";
import { WaitlistEntry, WaitlistPreferences } from "#src/calendar/waitlist/contract.ts";
import { Day } from "#src/shared/day-shape.ts";
import { file, get, post, remove } from "#src/shared/endpoint.ts";
import { Email } from "#src/shared/field-shapes.ts";
import { cleanName } from "#src/shared/names.ts";
import { parseWallTime } from "#src/shared/wall-time.ts";

const Id = z.number().check(z.int(), z.gte(1));
const QueryId = z.coerce.number().check(z.int(), z.gte(1));
const Start = z
  .string("Choose a time")
  .check(z.refine((text) => parseWallTime(text) !== undefined, "Choose a time"));
const Phone = z
  .string("Phone number is required")
  .check(z.trim(), z.maxLength(40, "Invalid phone number format"));

const BookableService = z.object({
  id: z.number(),
  name: z.string(),
  category: z.string(),
  durationMinutes: z.number(),
  /** Decimal text in the business's currency. */
  price: z.string(),
  /** Null without a deposit, or while the business takes no cards. */
  deposit: z.nullable(z.string()),
  employees: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type BookableService = z.infer<typeof BookableService>;

const Appointment = z.object({
  start: z.string(),
  durationMinutes: z.number(),
  /** All first names, as "Ana and Ben". */
  employeeName: z.string(),
  serviceName: z.string(),
  /** With their prices at booking, as decimal text; with several employees, also who performs each and when. */
  services: z.array(
    z.object({
      ...{ name: z.string(), price: z.string() },
      ...{ start: z.optional(z.string()), employeeName: z.optional(z.string()) },
    }),
  ),
  /** Who does what, in order; only with several employees. */
  parts: z.optional(
    z.array(z.object({ start: z.string(), serviceName: z.string(), employeeName: z.string() })),
  ),
});

const Booked = z.object({
  /** "deposit", "card": the slot is held until the deposit is paid, or a card added, at `checkoutUrl`. */
  status: z.enum(["booked", "requested", "deposit", "card"]),
  appointment: Appointment,
  /** Where the client reschedules or cancels. */
  manageUrl: z.string(),
  /** False for a number that opted out or can't get texts. */
  canText: z.boolean(),
  checkoutUrl: z.nullable(z.string()),
});
export type Booked = z.infer<typeof Booked>;

const Managed = z.object({
  /** "held": the deposit is unpaid. "released": it was not paid in time. "declined": the salon did not take the request. */
  status: z.enum([
    "booked",
    "requested",
    "declined",
    "held",
    "released",
    "canceled",
    "past",
    "missed",
  ]),
  appointment: Appointment,
  clientName: z.string(),
  /** The first of the services. */
  serviceId: z.number(),
  services: z.array(z.object({ serviceId: z.number(), name: z.string() })),
  /** Null once the employee is deleted. */
  employeeId: z.nullable(z.number()),
  price: z.string(),
  deposit: z.nullable(z.string()),
  /** What is due at the salon after the deposit; null for nothing, or once the client was asked to pay it or did. */
  rest: z.nullable(z.string()),
  paid: z.boolean(),
  refunded: z.boolean(),
  /** Until then a client can reschedule, or cancel with a refund of the deposit. */
  deadline: z.string(),
  /** False for a number that opted out or can't get texts. */
  canText: z.boolean(),
  /** Until when the deposit of an approved booking can be paid. */
  payBy: z.nullable(z.string()),
  /** When the deposit of a "held" booking is due, or its hold ends. */
  heldUntil: z.nullable(z.string()),
  /** Whether another time is a request again. */
  needsApproval: z.boolean(),
  /** Where the client adds the card that the time waits for. */
  cardUrl: z.nullable(z.string()),
  canReschedule: z.boolean(),
  canCancel: z.boolean(),
});
export type Managed = z.infer<typeof Managed>;

const Name = z
  .string("Name is required")
  .check(
    z.overwrite(cleanName),
    z.minLength(1, "Name is required"),
    z.maxLength(100, "A name can be up to 100 characters"),
  );

const NewBooking = z.object({
  /** In the order of the visit. */
  services: z.optional(ServiceIds),
  /** The only service, instead of a list. */
  serviceId: z.optional(Id),
  /** Null for anyone. */
  employeeId: z._default(z.nullable(Id), null),
  start: Start,
  name: Name,
  email: z._default(z.nullable(Email), null),
  marketingConsent: z._default(z.boolean(), false),
});
export type NewBooking = z.infer<typeof NewBooking>;

const NewWaiting = z.extend(WaitlistPreferences, { name: Name });
export type NewWaiting = z.infer<typeof NewWaiting>;

/** An entry of the waitlist, without what only staff see. */
const Waiting = z.extend(
  z.pick(WaitlistEntry, {
    id: true,
    serviceId: true,
    services: true,
    serviceName: true,
    employeeId: true,
    from: true,
    to: true,
    weekdays: true,
    timeFrom: true,
    timeTo: true,
    status: true,
    createdAt: true,
  }),
  {
    /** With it the client leaves the list. */
    token: z.string(),
  },
);
export type Waiting = z.infer<typeof Waiting>;

const OnlineTimes = z.extend(FreeTimes, {
  /** Where no time is free: the first later day with one, if there is any. */
  nextDay: z.optional(z.string()),
});
export type OnlineTimes = z.infer<typeof OnlineTimes>;

/** Online booking. What a visitor may do depends on the code that they proved their phone with. */
export const booking = {
  /** Services that can be booked online; empty while booking is off. */
  services: get("/api/booking/services", {
    reply: z.array(BookableService),
    reads: ["services", "employees", "settings"],
  }),
  /** The owner's rules and the words that a client agrees to. */
  terms: get("/api/booking/terms", {
    reply: z.object({
      today: z.string(),
      lastDay: z.string(),
      needsApproval: z.boolean(),
      /** False while no code can be texted, so no one can book. */
      canText: z.boolean(),
      cancellationHours: z.number(),
      reminderConsent: z.string(),
      marketingConsent: z.string(),
      waitlistConsent: z.string(),
      /** How long an offer to the waitlist is held. */
      waitlistMinutes: z.number(),
    }),
    etag: false,
  }),
  availability: get("/api/booking/availability", {
    query: z.object({
      /** In the order of the visit. */
      services: z.optional(ServiceIdsInQuery),
      /** The only service, instead of a list. */
      serviceId: z.optional(QueryId),
      employeeId: z.optional(QueryId),
      from: z.optional(Day),
      to: z.optional(Day),
    }),
    reply: OnlineTimes,
    etag: false,
  }),
  sendCode: post("/api/booking/send-code", { body: z.object({ phoneNumber: Phone }) }),
  verifyCode: post("/api/booking/verify-code", {
    body: z.object({ phoneNumber: Phone, code: z.string().check(z.trim(), z.maxLength(20)) }),
  }),
  book: post("/api/booking", { body: NewBooking, reply: Booked, status: 201 }),
  /** Puts the confirmed phone on the waitlist. */
  wait: post("/api/booking/waitlist", { body: NewWaiting, reply: Waiting, status: 201 }),
  leave: remove("/api/booking/waitlist/:token"),
  one: get("/api/booking/:token", { reply: Managed, etag: false }),
  /** The times to which this booking can be moved, with its employee and present length. */
  newTimes: get("/api/booking/:token/availability", {
    query: z.object({ from: z.optional(Day), to: z.optional(Day) }),
    reply: OnlineTimes,
    etag: false,
  }),
  cancel: post("/api/booking/:token/cancel", { reply: Managed }),
  reschedule: post("/api/booking/:token/reschedule", {
    body: z.object({ start: Start }),
    reply: Managed,
  }),
  /** Opens the checkout for an unpaid deposit. */
  pay: post("/api/booking/:token/pay", { reply: z.object({ checkoutUrl: z.string() }) }),
  /** Texts the link to the unpaid deposit of an approved appointment again. */
  textDepositLink: post("/api/appointments/:id/deposit-link"),
  /** Refunds a deposit that was kept, or of a visit that took place. */
  refundDeposit: post("/api/appointments/:id/refund-deposit", { changes: ["appointments"] }),
  /** The page's address, and its QR code as an SVG path of modules 1 by 1. */
  page: get("/api/booking-page", {
    reply: z.object({
      url: z.string(),
      qr: z.object({ size: z.number(), path: z.string() }),
    }),
    reads: ["settings"],
  }),
  calendarFile: file("/api/booking/:token/appointment.ics"),
};
