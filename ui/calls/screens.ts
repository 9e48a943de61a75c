import { type Screen, screen } from "#ui/screen.ts";

export const callsScreens: readonly Screen[] = [
  screen({
    path: "/potential-appointments",
    title: "AI Appointments",
    module: "calls/booking-requests/potential-appointments-screen",
    access: "page",
    load: () =>
      import("#ui/calls/booking-requests/potential-appointments-screen.tsx").then(
        (module) => module.PotentialAppointmentsScreen,
      ),
    queries: () => import("#ui/calls/booking-requests/queries.ts"),
  }),
  screen({
    path: "/call-transcripts",
    title: "Call Transcripts",
    module: "calls/transcripts/call-transcripts-screen",
    access: "page",
    load: () =>
      import("#ui/calls/transcripts/call-transcripts-screen.tsx").then(
        (module) => module.CallTranscriptsScreen,
      ),
    queries: () => import("#ui/calls/transcripts/queries.ts"),
  }),
];
