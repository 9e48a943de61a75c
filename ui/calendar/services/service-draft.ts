import { SERVICE_COLORS, type Service } from "#src/calendar/services/contract.ts";

/** The form's values; numbers are as typed. */
export interface Draft {
  readonly name: string;
  readonly category: string;
  readonly minutes: string;
  readonly buffer: string;
  readonly price: string;
  readonly deposit: string;
  readonly color: string;
  /** Null for everyone. */
  readonly employeeIds: readonly number[] | null;
  readonly overrides: readonly OverrideDraft[];
  readonly onlineBooking: boolean;
}

export interface OverrideDraft {
  readonly employeeId: number;
  /** Empty for the service's own. */
  readonly minutes: string;
  readonly price: string;
}

export function draftOf(service: Service | undefined): Draft {
  return {
    name: service?.name ?? "",
    category: service?.category ?? "",
    minutes: String(service?.durationMinutes ?? 60),
    buffer: String(service?.bufferMinutes ?? 0),
    price: service?.price ?? "",
    deposit: service?.deposit ?? "",
    color: service?.color ?? SERVICE_COLORS[0],
    employeeIds: service?.employeeIds ?? null,
    overrides: (service?.overrides ?? []).map(({ employeeId, durationMinutes, price }) => ({
      employeeId,
      minutes: durationMinutes === null ? "" : String(durationMinutes),
      price: price ?? "",
    })),
    onlineBooking: service?.onlineBooking ?? true,
  };
}

/** The request's body. Text that is not a number is sent as 0, and the server explains what to enter. */
export function bodyOf(draft: Draft) {
  return {
    name: draft.name,
    category: draft.category,
    durationMinutes: Number(draft.minutes) || 0,
    bufferMinutes: Number(draft.buffer) || 0,
    price: draft.price.trim() || "0.00",
    deposit: draft.deposit.trim() || null,
    color: draft.color,
    employeeIds: draft.employeeIds === null ? null : [...draft.employeeIds],
    overrides: draft.overrides
      .filter(({ minutes, price }) => minutes.trim() !== "" || price.trim() !== "")
      .map(({ employeeId, minutes, price }) => ({
        employeeId,
        durationMinutes: minutes.trim() === "" ? null : Number(minutes) || 0,
        price: price.trim() || null,
      })),
    onlineBooking: draft.onlineBooking,
  };
}
