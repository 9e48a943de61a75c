import * as z from "zod/mini";
import { clientName, clientPhone, clientText } from "#src/shared/client-fields.ts";
import { DEFAULT_SERVICE } from "#src/shared/constants.ts";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";
import { isDay, parseWallTime } from "#src/shared/wall-time.ts";

/** One day. */
export const MAX_APPOINTMENT_MINUTES = 24 * 60;
/** Response header of the list: the nearest day with appointments, counted from the first requested day. */
export const FIRST_DATE_HEADER = "x-first-appointment-date";
/** Response header of a full page: the day from which to request the next one. */
export const MORE_FROM_HEADER = "x-more-appointments-from";
/** 8 MB of CSV as base64, plus the JSON around it. */
const IMPORT_LIMIT = 11 * 1024 * 1024;

export const AppointmentStatus = z.enum([
  "requested",
  "booked",
  "confirmed",
  "arrived",
  "no_show",
  "canceled",
]);
export type AppointmentStatus = z.infer<typeof AppointmentStatus>;

/** Only a client requests; staff answer. */
const SettableStatus = z.enum(["booked", "confirmed", "arrived", "no_show", "canceled"]);
export type SettableStatus = z.infer<typeof SettableStatus>;

export const Appointment = z.object({
  id: z.number(),
  employeeId: z.number(),
  clientName: clientName("contactId", "id"),
  /** E.164, or null. */
  phoneNumber: z.nullable(clientPhone()),
  /** The contact that has that number now. */
  contactId: z.nullable(z.number()),
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  appointmentDate: z.string(),
  durationMinutes: z.number(),
  service: clientText({ kind: "appointment", idFrom: "id" }),
  /** The service of the list that it was booked as. It may be deleted. */
  serviceId: z.nullable(z.number()),
  /** The price at booking, decimal text; null without a service. */
  price: z.nullable(z.string()),
  /** Cleanup time after it, in which the employee is busy. */
  bufferMinutes: z.number(),
  status: AppointmentStatus,
  thankYouSent: z.boolean(),
  thankYouSentAt: z.nullable(z.string()),
  reminderSent: z.boolean(),
  /** Whether it overlaps another appointment of the same employee. */
  clash: z.boolean(),
  /** Whether it lies outside the employee's working hours. */
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
      (text) => parseWallTime(text) !== undefined,
      "Use a date and time such as 2026-11-20T10:30",
    ),
  );
const Minutes = z
  .number()
  .check(
    z.int("Duration must be a whole number of minutes"),
    z.gte(1, "End time must be after start time"),
    z.lte(MAX_APPOINTMENT_MINUTES, "An appointment can't last longer than a day"),
  );
const Name = z
  .string("Client name is required")
  .check(z.trim(), z.minLength(1, "Client name is required"), z.maxLength(120));
/** As typed; empty for no number. */
const Phone = z.nullable(
  z.string().check(z.trim(), z.maxLength(40, "Invalid phone number format")),
);
const Service = z.string().check(z.trim(), z.maxLength(200));

/** The fields that every form for booking an appointment shares. */
export const AppointmentFields = {
  employeeId: z.number("Choose an employee").check(z.int(), z.gte(1, "Choose an employee")),
  clientName: Name,
  appointmentDate: Start,
  durationMinutes: Minutes,
  service: Service,
  /** A service of the list. It sets the name, the price, and the duration unless one is given. */
  serviceId: z._default(z.nullable(ID), null),
  /** Books even if the employee is busy or off. */
  allowOverlap: z._default(z.boolean(), false),
};

const NewAppointment = z.object({
  ...AppointmentFields,
  phoneNumber: z._default(Phone, null),
  /** The service's duration by default, or an hour. */
  durationMinutes: z.optional(Minutes),
  service: z._default(Service, DEFAULT_SERVICE),
});
export type NewAppointment = z.infer<typeof NewAppointment>;

/** Omitted fields stay unchanged. */
const AppointmentChange = z.object({
  employeeId: z.optional(ID),
  clientName: z.optional(Name),
  phoneNumber: z.optional(Phone),
  appointmentDate: z.optional(Start),
  durationMinutes: z.optional(Minutes),
  service: z.optional(Service),
  serviceId: z.optional(z.nullable(ID)),
  status: z.optional(SettableStatus),
  allowOverlap: z._default(z.boolean(), false),
});
export type AppointmentChange = z.infer<typeof AppointmentChange>;

const Span = z.object({
  /** Both days are inclusive. They default to half a year before and after today. */
  from: z.optional(Day),
  to: z.optional(Day),
});
export type Span = z.infer<typeof Span>;

const ImportResult = z.object({
  imported: z.number(),
  /** The number of rows in the file. */
  total: z.number(),
  /** Rows that existed before. */
  alreadyThere: z.number(),
  /** Row numbers as in a spreadsheet: the first row below the header is 2. */
  errors: z.array(z.object({ row: z.number(), reason: z.string() })),
  /** Imported rows whose time daylight saving time skips. They begin after the change of clocks. */
  moved: z.optional(z.array(z.object({ row: z.number(), reason: z.string() }))),
});
export type ImportResult = z.infer<typeof ImportResult>;

const NamedClient = z.object({
  contactId: z.number(),
  name: clientName("contactId"),
  phoneNumber: clientPhone(),
});
export type NamedClient = z.infer<typeof NamedClient>;

const ClientAppointments = z.object({
  /** Soonest first. */
  next: z.array(Appointment),
  /** Latest first. */
  last: z.array(Appointment),
});
export type ClientAppointments = z.infer<typeof ClientAppointments>;

export const appointments = {
  /** Earliest first, including canceled ones. */
  list: get("/api/appointments", {
    query: Span,
    reply: z.array(Appointment),
    reads: ["appointments", "employees", "hours", "contacts", "settings"],
  }),
  create: post("/api/appointments", {
    body: NewAppointment,
    reply: Appointment,
    status: 201,
    changes: ["appointments"],
  }),
  /** Deletes all appointments. Listed before `/:id`, which would match "clear". */
  clear: remove("/api/appointments/clear", {
    reply: z.object({ count: z.number() }),
    isLong: true,
    changes: ["appointments"],
  }),
  change: patch("/api/appointments/:id", {
    body: AppointmentChange,
    reply: Appointment,
    changes: ["appointments"],
  }),
  remove: remove("/api/appointments/:id", { changes: ["appointments"] }),
  /** Fills in missing numbers from the only contact with the same name. */
  matchPhones: post("/api/appointments/match-phones", {
    body: z.object({ startDate: Day, endDate: Day }),
    reply: z.object({ matched: z.number() }),
    changes: ["appointments"],
  }),
  importCsv: post("/api/appointments/import", {
    body: z.object({
      /** A CSV file as base64. */
      file: z.string("Choose a .csv file").check(z.minLength(1, "Choose a .csv file")),
    }),
    reply: ImportResult,
    limit: IMPORT_LIMIT,
    isLong: true,
    changes: ["appointments"],
  }),
  /** The contacts with exactly this name, in either order of first and last name. */
  clientsByName: get("/api/appointments/clients", {
    query: z.object({ name: z.string().check(z.trim(), z.maxLength(120)) }),
    reply: z.array(NamedClient),
    reads: ["contacts"],
  }),
  ofClient: get("/api/contacts/:id/appointments", {
    reply: ClientAppointments,
    reads: ["appointments", "employees", "hours", "contacts", "settings"],
  }),
};
