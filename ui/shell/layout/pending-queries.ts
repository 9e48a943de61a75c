import type { Api } from "#ui/api.ts";
import { readLater } from "#ui/shell/data/read.ts";

/** The number of pending contact updates, for the menu. The contract is loaded later, to keep first pages small. */
export function waitingUpdatesQuery(api: Api) {
  return readLater(
    { path: "/api/contact-update-requests/count", reads: ["contact-updates"] },
    async () => {
      const { contactUpdates } = await import("#src/clients/contact-updates/contract.ts");
      return (await api(contactUpdates.count)).count;
    },
  );
}

export function waitingQuery(api: Api) {
  return readLater(
    {
      path: "/api/waiting",
      reads: [
        "appointments",
        "contact-updates",
        "contacts",
        "conversations",
        "deletion-conflicts",
        "employees",
        "potential-appointments",
        "settings",
      ],
    },
    async () => {
      const { dashboard } = await import("#src/messaging/dashboard/contract.ts");
      return api(dashboard.waiting);
    },
  );
}

export function waitingConflictsQuery(api: Api) {
  return readLater(
    { path: "/api/deletion-conflicts/count", reads: ["deletion-conflicts", "appointments"] },
    async () => {
      const { deletionConflicts } = await import("#src/calendar/deletion-conflicts/contract.ts");
      return (await api(deletionConflicts.count)).count;
    },
  );
}

export function requestCountsQuery(api: Api) {
  return readLater(
    { path: "/api/potential-appointments/count", reads: ["potential-appointments"] },
    async () => {
      const { potentialAppointments } = await import("#src/calls/booking-requests/contract.ts");
      return api(potentialAppointments.count);
    },
  );
}
