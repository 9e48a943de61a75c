import * as z from "zod/mini";
import { VisitPayment } from "#src/billing/payments/visit-payment-contract.ts";
import { Processing, ServiceIds, VisitService } from "#src/calendar/services/visit-contract.ts";
import { clientName, clientPhone, clientText } from "#src/shared/client-fields.ts";
import { Day, Moment } from "#src/shared/day-shape.ts";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";
import { CLIENT_VISITS } from "./client-visits-contract.ts";
import {
  BookedFields,
  CanceledVisits,
  Confirmation,
  Decision,
  Deposit,
  ID,
  Minutes,
  Name,
  Notes,
  Notify,
  PartOfVisit,
  Phone,
  Service,
  TextCheck,
  TextRefusalQuery,
} from "./fields-contract.ts";
import { IMPORT_LIMIT, ImportResult } from "./import-contract.ts";
import { PlannedVisit, Repeat, RepeatPreview, Repeats, Scope } from "./repeat-contract.ts";

/** Response header of the list: the nearest day with appointments, counted from the first requested day. */
export const FIRST_DATE_HEADER = "x-first-appointment-date";
/** Response header of a full page: the day from which to request the next one. */
export const MORE_FROM_HEADER = "x-more-appointments-from";

export const AppointmentStatus = z.enum([
  "requested",
  "booked",
  "confirmed",
  "arrived",
  "no_show",
  "canceled",
]);
export type AppointmentStatus = z.infer<typeof AppointmentStatus>;

/** Without "requested", which only clients can set. */
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
  /** The first of the services. */
  serviceId: z.nullable(z.number()),
  /** What was booked, in order; empty where the service is only a text. They may have been deleted since. */
  services: z.array(VisitService),
  /** For staff only. */
  notes: clientText(),
  /** The price of all services at booking, decimal text; null without one. */
  price: z.nullable(z.string()),
  /** Null without one that was asked for or paid. */
  deposit: z.nullable(Deposit),
  /** Its newest payment at the desk that was not canceled. */
  payment: z.nullable(VisitPayment),
  /** Cleanup time after it, in which the employee is busy. */
  bufferMinutes: z.number(),
  /** Such as while color develops. */
  processing: z.array(Processing),
  status: AppointmentStatus,
  thankYouSent: z.boolean(),
  thankYouSentAt: z.nullable(z.string()),
  reminderSent: z.boolean(),
  /** When the client is texted about the last change, unless another follows; null while no text is planned. */
  textDueAt: z.nullable(z.string()),
  /** Whether it overlaps another appointment of the same employee. */
  clash: z.boolean(),
  /** Whether it lies outside the employee's working hours. */
  outsideHours: z.boolean(),
  repeat: z.nullable(Repeats),
  /** The id of the first part of a visit with several employees; null for any other. */
  visitId: z.nullable(z.number()),
  /** The appointments of that visit in order, canceled ones too; empty for any other. */
  parts: z.array(PartOfVisit),
  createdAt: z.string(),
});
export type Appointment = z.infer<typeof Appointment>;

const NewAppointment = z.object({
  ...BookedFields,
  phoneNumber: z._default(Phone, null),
  /** Books a series. The reply is its first visit. */
  repeat: z.optional(Repeat),
  ...Notify,
  notes: z._default(Notes, ""),
  /** Texts the client one confirmation at once. */
  textConfirmation: z._default(z.boolean(), false),
  /**
   * Texts the client the link to the service's deposit, with its deadline, instead of a confirmation. Unpaid by then, the
   * time is released.
   */
  askDeposit: z._default(z.boolean(), false),
  /** The client is at the desk: a visit that begins within 15 minutes counts as arrived at once. */
  isHere: z._default(z.boolean(), false),
});
export type NewAppointment = z.infer<typeof NewAppointment>;

const CreatedAppointment = z.extend(Appointment, {
  /** Omitted unless it was asked for. */
  confirmation: z.optional(Confirmation),
});
export type CreatedAppointment = z.infer<typeof CreatedAppointment>;

/** Omitted fields stay unchanged. */
const AppointmentChange = z.object({
  employeeId: z.optional(ID),
  clientName: z.optional(Name),
  phoneNumber: z.optional(Phone),
  appointmentDate: z.optional(Moment),
  durationMinutes: z.optional(Minutes),
  service: z.optional(Service),
  services: z.optional(ServiceIds),
  serviceId: z.optional(z.nullable(ID)),
  notes: z.optional(Notes),
  status: z.optional(SettableStatus),
  /** Cancels only this part of a visit with several employees, or puts it back. All else changes the whole visit. */
  onlyPart: z.optional(z.boolean()),
  allowOverlap: z._default(z.boolean(), false),
  /** "one" by default. Later visits move by the same number of days and minutes. */
  scope: z.optional(Scope),
  /** Makes it the first visit of a series. For admins. */
  repeat: z.optional(Repeat),
  ...Notify,
  ...Decision,
});
export type AppointmentChange = z.infer<typeof AppointmentChange>;

const Span = z.object({
  /** Both days are inclusive. They default to half a year before and after today. */
  from: z.optional(Day),
  to: z.optional(Day),
});
export type Span = z.infer<typeof Span>;

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
  /** The services that the latest text about services names, unless a visit was booked after it. */
  named: z.array(z.number()),
});
export type ClientAppointments = z.infer<typeof ClientAppointments>;

export const appointments = {
  /** Earliest first, including canceled ones. */
  list: get("/api/appointments", {
    query: Span,
    reply: z.array(Appointment),
    reads: ["appointments", "payments", "employees", "hours", "contacts", "settings"],
  }),
  create: post("/api/appointments", {
    body: NewAppointment,
    reply: CreatedAppointment,
    status: 201,
    changes: ["appointments"],
  }),
  /** Lists a visit, or the visits of a series, and their conflicts, before any is booked. Changes nothing. */
  previewRepeat: post("/api/appointments/repeat-preview", {
    body: RepeatPreview,
    reply: z.object({ visits: z.array(PlannedVisit) }),
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
  /** Cancels several visits at once. Their paid deposits are refunded. */
  cancelAll: post("/api/appointments/cancel", {
    body: CanceledVisits,
    reply: z.object({
      canceled: z.number(),
      /** Those of them whose client is texted. */
      texted: z.number(),
    }),
    changes: ["appointments"],
  }),
  remove: remove("/api/appointments/:id", {
    query: z.object({
      scope: z.optional(Scope),
      notify: z.optional(z.enum(["true", "false"])),
      ...Decision,
    }),
    changes: ["appointments"],
  }),
  /** Whether a client can be texted about a change: of an appointment, or with a number. */
  textRefusal: get("/api/appointments/text-refusal", {
    query: TextRefusalQuery,
    reply: TextCheck,
    reads: ["appointments", "contacts", "settings"],
  }),
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
  ofClient: get(CLIENT_VISITS.path, { reply: ClientAppointments, reads: CLIENT_VISITS.reads }),
};
