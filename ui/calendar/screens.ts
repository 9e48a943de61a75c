import { type Screen, screen } from "#ui/screen.ts";

export const calendarScreens: readonly Screen[] = [
  screen({
    path: "/appointments",
    title: "Appointments",
    module: "calendar/appointments/appointments-screen",
    access: "page",
    load: () =>
      import("./appointments/appointments-screen.tsx").then((module) => module.AppointmentsScreen),
    queries: () => import("./appointments/queries.ts"),
  }),
  screen({
    path: "/appointment-management",
    title: "Appointment Management",
    module: "calendar/deletion-conflicts/deletion-conflicts-screen",
    access: "page",
    load: () =>
      import("./deletion-conflicts/deletion-conflicts-screen.tsx").then(
        (module) => module.DeletionConflictsScreen,
      ),
    queries: () => import("./deletion-conflicts/queries.ts"),
  }),
  screen({
    path: "/waitlist",
    title: "Waitlist",
    module: "calendar/waitlist/waitlist-screen",
    access: "page",
    load: () => import("./waitlist/waitlist-screen.tsx").then((module) => module.WaitlistScreen),
    queries: () => import("./waitlist/queries.ts"),
  }),
  screen({
    path: "/reports",
    title: "Reports",
    module: "calendar/reports/reports-screen",
    access: "page",
    load: () => import("./reports/reports-screen.tsx").then((module) => module.ReportsScreen),
    queries: () => import("./reports/queries.ts"),
  }),
  screen({
    path: "/settings/hours",
    title: "Hours",
    module: "calendar/hours/hours-screen",
    access: "admin",
    load: () => import("./hours/hours-screen.tsx").then((module) => module.HoursScreen),
    queries: () => import("./hours/queries.ts"),
  }),
  screen({
    path: "/settings/services",
    title: "Services",
    module: "calendar/services/services-screen",
    access: "admin",
    load: () => import("./services/services-screen.tsx").then((module) => module.ServicesScreen),
    queries: () => import("./services/queries.ts"),
  }),
];
