import * as z from "zod/mini";
import {
  MAX_SERVICES_OF_VISIT,
  ServiceIds,
  VisitService,
} from "#src/calendar/services/visit-contract.ts";
import { clientText } from "#src/shared/client-fields.ts";
import { DEFAULT_SERVICE } from "#src/shared/constants.ts";
import { Moment } from "#src/shared/day-shape.ts";

/** One day. */
export const MAX_APPOINTMENT_MINUTES = 24 * 60;

export const ID = z.number().check(z.int(), z.gte(1));
export const Minutes = z
  .number()
  .check(
    z.int("Duration must be a whole number of minutes"),
    z.gte(1, "End time must be after start time"),
    z.lte(MAX_APPOINTMENT_MINUTES, "An appointment can't last longer than a day"),
  );
export const Name = z
  .string("Client name is required")
  .check(
    z.trim(),
    z.minLength(1, "Client name is required"),
    z.maxLength(120, "A name can be up to 120 characters"),
  );
/** As typed; empty for no number. */
export const Phone = z.nullable(
  z.string().check(z.trim(), z.maxLength(40, "Invalid phone number format")),
);
export const Service = z.string().check(z.trim(), z.maxLength(200));

/** About the visit, for staff. */
export const Notes = z
  .string()
  .check(z.trim(), z.maxLength(1000, "A note can be up to 1,000 characters"));

/** The fields that every form for booking an appointment shares. */
export const AppointmentFields = {
  employeeId: z.number("Choose an employee").check(z.int(), z.gte(1, "Choose an employee")),
  clientName: Name,
  appointmentDate: Moment,
  durationMinutes: Minutes,
  service: Service,
  /** Services of the list, in order. They set the name, the price, and the duration unless one is given. */
  services: z.optional(ServiceIds),
  /** The only one of them. */
  serviceId: z._default(z.nullable(ID), null),
  /**
   * Who performs each of the services, where one employee can't do all: the visit is then one appointment for each run of
   * services, with a common `visitId`. The first of them is `employeeId`.
   */
  performers: z.optional(z.array(ID).check(z.maxLength(MAX_SERVICES_OF_VISIT))),
  /** Books even if the employee is busy or off. */
  allowOverlap: z._default(z.boolean(), false),
};

export const BookedFields = {
  ...AppointmentFields,
  /** The service's duration by default, or an hour. */
  durationMinutes: z.optional(Minutes),
  service: z._default(Service, DEFAULT_SERVICE),
};

export const Notify = {
  /**
   * Texts the client about the outcome, a minute after the last change. Omitted, a text that is planned already is still
   * sent; false takes it back.
   */
  notify: z.optional(z.boolean()),
};

/** Whether a confirmation text is sent, and the reason if it is not. */
export const Confirmation = z.object({ sent: z.boolean(), message: z.string() });

export const DepositChoice = z.enum(["refund", "keep"]);
export type DepositChoice = z.infer<typeof DepositChoice>;

export const Decision = {
  /**
   * What becomes of the paid deposit of a visit that is canceled, deleted or a no-show. Omitted, a cancellation and the
   * deletion of an upcoming visit refund it, and all else keeps it.
   */
  deposit: z.optional(DepositChoice),
};

const MAX_CANCELED = 200;

export const CanceledVisits = z.object({
  /** As they were listed. One that has another time by now, or no longer takes place, stays as it is. */
  visits: z
    .array(z.object({ id: ID, appointmentDate: Moment }))
    .check(z.minLength(1), z.maxLength(MAX_CANCELED)),
  ...Notify,
});
export type CanceledVisits = z.infer<typeof CanceledVisits>;

export const Deposit = z.object({
  /** "kept": the client canceled late or didn't come. "refund-owed": on its way, or Stripe hasn't made it yet. */
  state: z.enum(["due", "paid", "kept", "refunded", "refund-owed"]),
  /** Decimal text in the business's currency: without what went back of it, unless all did. */
  amount: z.string(),
  paidAt: z.nullable(z.string()),
  /** Until when one that is due can be paid; null otherwise. */
  expiresAt: z.nullable(z.string()),
  /** Of /api/owed-refunds: Stripe refused the refund, and is asked again every day. Null otherwise, and while Stripe hasn't answered. */
  owedRefund: z.nullable(z.string()),
});
export type Deposit = z.infer<typeof Deposit>;

/** One appointment of a visit with several employees. */
export const PartOfVisit = z.object({
  id: z.number(),
  employeeId: z.number(),
  /** The first name. */
  employeeName: z.string(),
  appointmentDate: z.string(),
  durationMinutes: z.number(),
  service: clientText({ kind: "appointment", idFrom: "id" }),
  services: z.array(VisitService),
  canceled: z.boolean(),
});

export const TextRefusalQuery = z.object({
  appointmentId: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
  phoneNumber: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  /** The time of the visit, by default the appointment's, or tomorrow. */
  appointmentDate: z.optional(Moment),
  /** The employee it is moved to. */
  employeeId: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
  /** "true" if the visit is canceled or deleted. */
  cancels: z.optional(z.literal("true")),
  deposit: z.optional(DepositChoice),
});
export type TextRefusalQuery = z.infer<typeof TextRefusalQuery>;

export const TextCheck = z.object({
  /** Why the client can't be texted, as the end of a sentence. */
  reason: z.nullable(z.string()),
  /** The text that would be sent; null if it isn't known yet, or the client's name is hidden from the user. */
  text: z.nullable(z.string()),
});
export type TextCheck = z.infer<typeof TextCheck>;
