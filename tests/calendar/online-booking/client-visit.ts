import type { Managed } from "#src/calendar/online-booking/contract.ts";

/** A booked visit of two services, as its client reads it. */
export const VISIT: Managed = {
  status: "booked",
  appointment: {
    start: "2026-11-27T14:30:00",
    durationMinutes: 90,
    employeeName: "Ana",
    serviceName: "Glow Facial and Neck Massage",
    services: [
      { name: "Glow Facial", price: "120.00" },
      { name: "Neck Massage", price: "45.00" },
    ],
  },
  clientName: "Grace",
  serviceId: 1,
  services: [
    { serviceId: 1, name: "Glow Facial" },
    { serviceId: 2, name: "Neck Massage" },
  ],
  employeeId: 1,
  price: "165.00",
  deposit: "60.00",
  rest: "105.00",
  paid: true,
  refunded: false,
  deadline: "2026-11-26T14:30:00",
  canText: true,
  payBy: null,
  heldUntil: null,
  needsApproval: false,
  cardUrl: null,
  canReschedule: true,
  canCancel: true,
};
