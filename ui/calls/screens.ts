import { type Screen, screen } from "#ui/screen.ts";

export const callsScreens: readonly Screen[] = [
  screen({
    path: "/potential-appointments",
    title: "AI Appointments",
    module: "calls/booking-requests/potential-appointments-screen",
    access: "page",
    load: async () =>
      (await import("./booking-requests/potential-appointments-screen.tsx"))
        .PotentialAppointmentsScreen,
    queries: () => import("./booking-requests/queries.ts"),
  }),
  screen({
    path: "/call-transcripts",
    title: "Call Transcripts",
    module: "calls/transcripts/call-transcripts-screen",
    access: "page",
    load: async () =>
      (await import("./transcripts/call-transcripts-screen.tsx")).CallTranscriptsScreen,
    queries: () => import("./transcripts/queries.ts"),
  }),
];
