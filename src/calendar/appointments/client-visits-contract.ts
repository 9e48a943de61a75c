/** The address of a client's visits. Pages that need only this load no contract. */
export const CLIENT_VISITS = {
  path: "/api/contacts/:id/appointments",
  reads: [
    "appointments",
    "payments",
    "employees",
    "hours",
    "contacts",
    "settings",
    "conversations",
  ],
} as const;
