import { type Screen, screen } from "#ui/screen.ts";

export const calendarScreens: readonly Screen[] = [
  screen({
    path: "/appointments",
    title: "Appointments",
    module: "calendar/appointments/appointments-screen",
    access: "page",
    load: () =>
      import("#ui/calendar/appointments/appointments-screen.tsx").then(
        (module) => module.AppointmentsScreen,
      ),
    queries: () => import("#ui/calendar/appointments/queries.ts"),
  }),
  screen({
    path: "/appointment-management",
    title: "Appointment Management",
    module: "calendar/deletion-conflicts/deletion-conflicts-screen",
    access: "page",
    load: () =>
      import("#ui/calendar/deletion-conflicts/deletion-conflicts-screen.tsx").then(
        (module) => module.DeletionConflictsScreen,
      ),
    queries: () => import("#ui/calendar/deletion-conflicts/queries.ts"),
  }),
  screen({
    path: "/waitlist",
    title: "Waitlist",
    module: "calendar/waitlist/waitlist-screen",
    access: "page",
    load: () =>
      import("#ui/calendar/waitlist/waitlist-screen.tsx").then((module) => module.WaitlistScreen),
    queries: () => import("#ui/calendar/waitlist/queries.ts"),
  }),
  screen({
    path: "/reports",
    title: "Reports",
    module: "calendar/reports/reports-screen",
    access: "page",
    load: () =>
      import("#ui/calendar/reports/reports-screen.tsx").then((module) => module.ReportsScreen),
    queries: () => import("#ui/calendar/reports/queries.ts"),
  }),
  screen({
    path: "/settings/hours",
    title: "Hours",
    module: "calendar/hours/hours-screen",
    access: "admin",
    load: () => import("#ui/calendar/hours/hours-screen.tsx").then((module) => module.HoursScreen),
    queries: () => import("#ui/calendar/hours/queries.ts"),
  }),
  screen({
    path: "/settings/services",
    title: "Services",
    module: "calendar/services/services-screen",
    access: "admin",
    load: () =>
      import("#ui/calendar/services/services-screen.tsx").then((module) => module.ServicesScreen),
    queries: () => import("#ui/calendar/services/queries.ts"),
  }),
];
