import type { AppointmentStatus } from "#src/calendar/appointments/contract.ts";

export const STATUS_LABELS: Readonly<Record<AppointmentStatus, string>> = {
  requested: "Requested",
  booked: "Booked",
  confirmed: "Confirmed",
  arrived: "Arrived",
  no_show: "No-show",
  canceled: "Canceled",
};
