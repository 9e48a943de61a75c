import * as z from "zod/mini";
import { clientName, clientPhone, clientWords } from "#src/shared/client-fields.ts";
import { DEFAULT_APPOINTMENT_MINUTES, DEFAULT_SERVICE } from "#src/shared/constants.ts";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";
import { isDay, readWallTime } from "#src/shared/wall-time.ts";

/** A day: nothing that is booked by hand is longer. */
export const LONGEST_MINUTES = 24 * 60;
/** Named in a header of the list: the nearest day, from the first one asked for, that has any. */
export const FIRST_DATE_HEADER = "x-first-appointment-date";
/** Named there too when the answer was full: ask on from this day. */
export const MORE_FROM_HEADER = "x-more-appointments-from";
/** 8 MB of CSV as base64, and the JSON around it. */
const IMPORT_LIMIT = 11 * 1024 * 1024;

export const AppointmentStatus = z.enum(["booked", "confirmed", "arrived", "no_show", "canceled"]);
export type AppointmentStatus = z.infer<typeof AppointmentStatus>;

const Appointment = z.object({
  id: z.number(),
  employeeId: z.number(),
  clientName: clientName("contactId", "id"),
  /** E.164, or null. */
  phoneNumber: z.nullable(clientPhone()),
  /** Of the contact who has that number now. */
  contactId: z.nullable(z.number()),
  /** Wall time where the business is: YYYY-MM-DDTHH:mm:ss. */
  appointmentDate: z.string(),
  durationMinutes: z.number(),
  service: clientWords(),
  status: AppointmentStatus,
  thankYouSent: z.boolean(),
  thankYouSentAt: z.nullable(z.string()),
  reminderSent: z.boolean(),
  /** Another one of the same employee is under way meanwhile. */
  clash: z.boolean(),
  /** Not within the employee's working hours. */
  outsideHours: z.boolean(),
  createdAt: z.string(),
});
export type Appointment = z.infer<typeof Appointment>;

const ID = z.number().check(z.int(), z.gte(1));
const Day = z.string().check(z.refine(isDay, "Use a date such as 2026-11-20"));
const Start = z
  .string("Date is required")
  .check(
    z.refine(
      (text) => readWallTime(text) !== undefined,
      "Use a date and time such as 2026-11-20T10:30",
    ),
  );
const Minutes = z
  .number()
  .check(
    z.int("Duration must be a whole number of minutes"),
    z.gte(1, "End time must be after start time"),
    z.lte(LONGEST_MINUTES, "An appointment lasts a day at most"),
  );
const Name = z
  .string("Client name is required")
  .check(z.trim(), z.minLength(1, "Client name is required"), z.maxLength(120));
/** As typed; empty for none. */
const Phone = z.nullable(
  z.string().check(z.trim(), z.maxLength(40, "Invalid phone number format")),
);
const Service = z.string().check(z.trim(), z.maxLength(200));

/** What is said of an appointment by hand, wherever it is booked. */
export const Said = {
  employeeId: z.number("Choose an employee").check(z.int(), z.gte(1, "Choose an employee")),
  clientName: Name,
  appointmentDate: Start,
  durationMinutes: Minutes,
  service: Service,
  /** Book it although the employee is taken or off. */
  allowOverlap: z._default(z.boolean(), false),
};

const NewAppointment = z.object({
  ...Said,
  phoneNumber: z._default(Phone, null),
  durationMinutes: z._default(Minutes, DEFAULT_APPOINTMENT_MINUTES),
  service: z._default(Service, DEFAULT_SERVICE),
});
export type NewAppointment = z.infer<typeof NewAppointment>;

/** Only the fields present change. */
const AppointmentChange = z.object({
  employeeId: z.optional(ID),
  clientName: z.optional(Name),
  phoneNumber: z.optional(Phone),
  appointmentDate: z.optional(Start),
  durationMinutes: z.optional(Minutes),
  service: z.optional(Service),
  status: z.optional(AppointmentStatus),
  allowOverlap: z._default(z.boolean(), false),
});
export type AppointmentChange = z.infer<typeof AppointmentChange>;

const Span = z.object({
  /** Both days belong to it. Without them: half a year before today, and half a year after. */
  from: z.optional(Day),
  to: z.optional(Day),
});
export type Span = z.infer<typeof Span>;

const ImportResult = z.object({
  imported: z.number(),
  /** Rows of the file. */
  total: z.number(),
  /** Rows that were there from before. */
  alreadyThere: z.number(),
  /** Counted as a spreadsheet does: the first row below the header is 2. */
  errors: z.array(z.object({ row: z.number(), reason: z.string() })),
});
export type ImportResult = z.infer<typeof ImportResult>;

const NamedClient = z.object({
  contactId: z.number(),
  name: clientName("contactId"),
  phoneNumber: clientPhone(),
});
export type NamedClient = z.infer<typeof NamedClient>;

const OfClient = z.object({
  /** Soonest first. */
  next: z.array(Appointment),
  /** Latest first. */
  last: z.array(Appointment),
});
export type OfClient = z.infer<typeof OfClient>;

export const appointments = {
  /** Earliest first; canceled ones too. */
  list: get("/api/appointments", {
    query: Span,
    reply: z.array(Appointment),
    reads: ["appointments", "employees", "contacts", "settings"],
  }),
  create: post("/api/appointments", { body: NewAppointment, reply: Appointment, status: 201 }),
  /** Everything of the kind; a danger zone. Before the next one, which would take "clear" for an id. */
  clear: remove("/api/appointments/clear", {
    reply: z.object({ count: z.number() }),
    isLong: true,
  }),
  change: patch("/api/appointments/:id", { body: AppointmentChange, reply: Appointment }),
  remove: remove("/api/appointments/:id"),
  /** Those without a number get it from the one contact of the same name. */
  matchPhones: post("/api/appointments/match-phones", {
    body: z.object({ startDate: Day, endDate: Day }),
    reply: z.object({ matched: z.number() }),
  }),
  importCsv: post("/api/appointments/import", {
    body: z.object({
      /** A CSV file as base64. */
      file: z.string("Choose a .csv file").check(z.minLength(1, "Choose a .csv file")),
    }),
    reply: ImportResult,
    limit: IMPORT_LIMIT,
    isLong: true,
  }),
  /** The contacts of exactly this name, in either order. */
  clientsNamed: get("/api/appointments/clients", {
    query: z.object({ name: z.string().check(z.trim(), z.maxLength(120)) }),
    reply: z.array(NamedClient),
    reads: ["contacts"],
  }),
  ofClient: get("/api/contacts/:id/appointments", {
    reply: OfClient,
    reads: ["appointments", "employees", "contacts", "settings"],
  }),
};
