import { type Screen, screen } from "#ui/screen.ts";

export const calendarScreens: readonly Screen[] = [
  screen({
    path: "/appointments",
    title: "Appointments",
    module: "calendar/appointments/appointments-screen",
    access: "page",
    load: async () => (await import("./appointments/appointments-screen.tsx")).AppointmentsScreen,
    queries: () => import("./appointments/queries.ts"),
  }),
  screen({
    path: "/appointment-management",
    title: "Appointment Management",
    module: "calendar/deletion-conflicts/deletion-conflicts-screen",
    access: "page",
    load: async () =>
      (await import("./deletion-conflicts/deletion-conflicts-screen.tsx")).DeletionConflictsScreen,
    queries: () => import("./deletion-conflicts/queries.ts"),
  }),
  screen({
    path: "/waitlist",
    title: "Waitlist",
    module: "calendar/waitlist/waitlist-screen",
    access: "page",
    load: async () => (await import("./waitlist/waitlist-screen.tsx")).WaitlistScreen,
    queries: () => import("./waitlist/queries.ts"),
  }),
  screen({
    path: "/reports",
    title: "Reports",
    module: "calendar/reports/reports-screen",
    access: "page",
    load: async () => (await import("./reports/reports-screen.tsx")).ReportsScreen,
    queries: () => import("./reports/queries.ts"),
  }),
  screen({
    path: "/campaigns/automatic",
    title: "Automatic Texts",
    module: "calendar/automatic-texts/automatic-texts-screen",
    access: "page",
    page: "/campaigns",
    load: async () =>
      (await import("./automatic-texts/automatic-texts-screen.tsx")).AutomaticTextsScreen,
    queries: () => import("./automatic-texts/queries.ts"),
  }),
  screen({
    path: "/campaigns/automatic/:key",
    title: "Automatic Texts",
    module: "calendar/automatic-texts/editor-screen",
    access: "page",
    page: "/campaigns",
    load: async () => (await import("./automatic-texts/editor-screen.tsx")).EditorScreen,
    queries: () => import("./automatic-texts/queries.ts"),
  }),
  screen({
    path: "/settings/hours",
    title: "Hours",
    module: "calendar/hours/hours-screen",
    access: "admin",
    load: async () => (await import("./hours/hours-screen.tsx")).HoursScreen,
    queries: () => import("./hours/queries.ts"),
  }),
  screen({
    path: "/settings/services",
    title: "Services",
    module: "calendar/services/services-screen",
    access: "admin",
    load: async () => (await import("./services/services-screen.tsx")).ServicesScreen,
    queries: () => import("./services/queries.ts"),
  }),
];
