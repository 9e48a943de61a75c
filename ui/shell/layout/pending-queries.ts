import { queryOptions } from "@tanstack/react-query";
import type { Api } from "#ui/api.ts";

/** How many requests of outside programs wait, for the menu; its code is no part of a first page. */
export function waitingUpdatesQuery(api: Api) {
  return queryOptions({
    queryKey: ["contact-updates", "count"],
    queryFn: async () => {
      const { contactUpdates } = await import("#src/clients/contact-updates/contract.ts");
      return (await api(contactUpdates.count)).count;
    },
  });
}

export function waitingConflictsQuery(api: Api) {
  return queryOptions({
    queryKey: ["deletion-conflicts", "count"],
    queryFn: async () => {
      const { deletionConflicts } = await import("#src/calendar/deletion-conflicts/contract.ts");
      return (await api(deletionConflicts.count)).count;
    },
    meta: { alsoReads: ["appointments"] },
  });
}

/** What callers asked to book: how many wait, were approved, were rejected. */
export function requestCountsQuery(api: Api) {
  return queryOptions({
    queryKey: ["potential-appointments", "count"],
    queryFn: async () => {
      const { potentialAppointments } = await import("#src/calls/booking-requests/contract.ts");
      return api(potentialAppointments.count);
    },
  });
}
