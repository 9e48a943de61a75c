import { type Screen, screen, screenIn } from "./screen.ts";

/** The staff's screens: path, title, access and module. */
export const screens: readonly Screen[] = [
  screen({
    path: "/auth",
    title: "Sign in",
    module: "accounts/sign-in/auth-screen",
    access: "public",
    load: () => import("#ui/accounts/sign-in/auth-screen.tsx").then((module) => module.AuthScreen),
    prefetch: (api) =>
      import("#ui/accounts/sign-in/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/forgot-password",
    title: "Forgot password",
    module: "accounts/forgot-password/forgot-password-screen",
    access: "public",
    load: () =>
      import("#ui/accounts/forgot-password/forgot-password-screen.tsx").then(
        (module) => module.ForgotPasswordScreen,
      ),
    prefetch: (api) =>
      import("#ui/accounts/forgot-password/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/account",
    title: "Your account",
    module: "accounts/profile/account-screen",
    access: "staff",
    load: () =>
      import("#ui/accounts/profile/account-screen.tsx").then((module) => module.AccountScreen),
    prefetch: (api) =>
      import("#ui/accounts/profile/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/",
    title: "Dashboard",
    module: "messaging/dashboard/dashboard-screen",
    access: "page",
    load: () =>
      import("#ui/messaging/dashboard/dashboard-screen.tsx").then(
        (module) => module.DashboardScreen,
      ),
    prefetch: (api) =>
      import("#ui/messaging/dashboard/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/campaigns",
    title: "Campaigns",
    module: "messaging/campaigns/campaigns-screen",
    access: "page",
    load: () =>
      import("#ui/messaging/campaigns/campaigns-screen.tsx").then(
        (module) => module.CampaignsScreen,
      ),
    prefetch: (prefetcher, place) =>
      import("#ui/messaging/campaigns/queries.ts").then(({ prefetch }) =>
        prefetch(prefetcher, place),
      ),
  }),
  screen({
    path: "/campaigns/:id",
    title: "Campaign",
    module: "messaging/campaigns/report-screen",
    access: "page",
    page: "/campaigns",
    load: () =>
      import("#ui/messaging/campaigns/report-screen.tsx").then((module) => module.ReportScreen),
    prefetch: (api, place) =>
      import("#ui/messaging/campaigns/report-queries.ts").then(({ prefetch }) =>
        prefetch(api, place),
      ),
  }),
  screen({
    path: "/inbox",
    title: "Inbox",
    module: "messaging/inbox/inbox-screen",
    access: "page",
    load: () => import("#ui/messaging/inbox/inbox-screen.tsx").then((module) => module.InboxScreen),
    prefetch: (api, place) =>
      import("#ui/messaging/inbox/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/contacts",
    title: "Contacts",
    module: "clients/contacts/contacts-screen",
    access: "page",
    load: () =>
      import("#ui/clients/contacts/contacts-screen.tsx").then((module) => module.ContactsScreen),
    prefetch: (api, place) =>
      import("#ui/clients/contacts/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/contacts/:id",
    title: "Client",
    module: "clients/contacts/client-screen",
    access: "page",
    page: "/contacts",
    load: () =>
      import("#ui/clients/contacts/client-screen.tsx").then((module) => module.ClientScreen),
    prefetch: (api, place) =>
      import("#ui/clients/contacts/client-queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/appointments",
    title: "Appointments",
    module: "calendar/appointments/appointments-screen",
    access: "page",
    load: () =>
      import("#ui/calendar/appointments/appointments-screen.tsx").then(
        (module) => module.AppointmentsScreen,
      ),
    prefetch: (api, place) =>
      import("#ui/calendar/appointments/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/payment-plans",
    title: "Payment Plans",
    module: "billing/payment-plans/payment-plans-screen",
    access: "page",
    load: () =>
      import("#ui/billing/payment-plans/payment-plans-screen.tsx").then(
        (module) => module.PaymentPlansScreen,
      ),
    prefetch: (api) =>
      import("#ui/billing/payment-plans/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/payment-plan-subscriptions",
    title: "Payment Subscribers",
    module: "billing/plan-subscribers/plan-subscribers-screen",
    access: "page",
    load: () =>
      import("#ui/billing/plan-subscribers/plan-subscribers-screen.tsx").then(
        (module) => module.PlanSubscribersScreen,
      ),
    prefetch: (api) =>
      import("#ui/billing/plan-subscribers/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/contact-updates",
    title: "Contact Updates",
    module: "clients/contact-updates/contact-updates-screen",
    access: "page",
    load: () =>
      import("#ui/clients/contact-updates/contact-updates-screen.tsx").then(
        (module) => module.ContactUpdatesScreen,
      ),
    prefetch: (api, place) =>
      import("#ui/clients/contact-updates/queries.ts").then(({ prefetch }) => prefetch(api, place)),
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
    prefetch: (api) =>
      import("#ui/calendar/deletion-conflicts/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/potential-appointments",
    title: "AI Appointments",
    module: "calls/booking-requests/potential-appointments-screen",
    access: "page",
    load: () =>
      import("#ui/calls/booking-requests/potential-appointments-screen.tsx").then(
        (module) => module.PotentialAppointmentsScreen,
      ),
    prefetch: (api, place) =>
      import("#ui/calls/booking-requests/queries.ts").then(({ prefetch }) => prefetch(api, place)),
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
    prefetch: (api, place) =>
      import("#ui/calls/transcripts/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/memberships",
    title: "Memberships",
    module: "billing/memberships/memberships-screen",
    access: "page",
    load: () =>
      import("#ui/billing/memberships/memberships-screen.tsx").then(
        (module) => module.MembershipsScreen,
      ),
    prefetch: (api) =>
      import("#ui/billing/memberships/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/subscriptions",
    title: "Subscriptions",
    module: "billing/subscriptions/subscriptions-screen",
    access: "page",
    load: () =>
      import("#ui/billing/subscriptions/subscriptions-screen.tsx").then(
        (module) => module.SubscriptionsScreen,
      ),
    prefetch: (api) =>
      import("#ui/billing/subscriptions/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/reviews",
    title: "Reviews",
    module: "reviews/reviews-screen",
    access: "page",
    load: () => import("#ui/reviews/reviews-screen.tsx").then((module) => module.ReviewsScreen),
    prefetch: (api, place) =>
      import("#ui/reviews/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/reports",
    title: "Reports",
    module: "calendar/reports/reports-screen",
    access: "page",
    load: () =>
      import("#ui/calendar/reports/reports-screen.tsx").then((module) => module.ReportsScreen),
    prefetch: (api, place) =>
      import("#ui/calendar/reports/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/audit-logs",
    title: "Audit Logs",
    module: "platform/audit/audit-screen",
    access: "page",
    load: () => import("#ui/platform/audit/audit-screen.tsx").then((module) => module.AuditScreen),
    prefetch: (api, place) =>
      import("#ui/platform/audit/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/users",
    title: "Users",
    module: "accounts/users/users-screen",
    access: "admin",
    load: () => import("#ui/accounts/users/users-screen.tsx").then((module) => module.UsersScreen),
    prefetch: (api) =>
      import("#ui/accounts/users/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/settings",
    title: "Settings",
    module: "platform/settings/settings-redirect-screen",
    access: "admin",
    leadsTo: "/settings/salon",
    load: () =>
      import("#ui/platform/settings/settings-redirect-screen.tsx").then(
        (module) => module.SettingsRedirectScreen,
      ),
  }),
  screen({
    path: "/settings/salon",
    title: "Settings",
    module: "platform/settings/groups/salon-screen",
    access: "admin",
    page: "/settings",
    load: () =>
      import("#ui/platform/settings/groups/salon-screen.tsx").then((module) => module.SalonScreen),
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, "salon")),
  }),
  screen({
    path: "/settings/texting",
    title: "Settings",
    module: "platform/settings/groups/texting-screen",
    access: "admin",
    page: "/settings",
    load: () =>
      import("#ui/platform/settings/groups/texting-screen.tsx").then(
        (module) => module.TextingScreen,
      ),
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, "texting")),
  }),
  screen({
    path: "/settings/payments",
    title: "Settings",
    module: "platform/settings/groups/payments-screen",
    access: "admin",
    page: "/settings",
    load: () =>
      import("#ui/platform/settings/groups/payments-screen.tsx").then(
        (module) => module.PaymentsScreen,
      ),
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, "payments")),
  }),
  screen({
    path: "/settings/assistant",
    title: "Settings",
    module: "platform/settings/groups/assistant-screen",
    access: "admin",
    page: "/settings",
    load: () =>
      import("#ui/platform/settings/groups/assistant-screen.tsx").then(
        (module) => module.AssistantScreen,
      ),
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, "assistant")),
  }),
  screen({
    path: "/settings/advanced",
    title: "Settings",
    module: "platform/settings/groups/advanced-screen",
    access: "admin",
    page: "/settings",
    load: () =>
      import("#ui/platform/settings/groups/advanced-screen.tsx").then(
        (module) => module.AdvancedScreen,
      ),
    prefetch: (api) =>
      import("#ui/platform/settings/queries.ts").then(({ prefetch }) => prefetch(api, "advanced")),
  }),
  screen({
    path: "/api-reference",
    title: "API Reference",
    module: "integrations/api-reference/api-reference-screen",
    access: "admin",
    load: () =>
      import("#ui/integrations/api-reference/api-reference-screen.tsx").then(
        (module) => module.ApiReferenceScreen,
      ),
  }),
  screen({
    path: "/settings/hours",
    title: "Hours",
    module: "calendar/hours/hours-screen",
    access: "admin",
    load: () => import("#ui/calendar/hours/hours-screen.tsx").then((module) => module.HoursScreen),
    prefetch: (api) =>
      import("#ui/calendar/hours/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/settings/services",
    title: "Services",
    module: "calendar/services/services-screen",
    access: "admin",
    load: () =>
      import("#ui/calendar/services/services-screen.tsx").then((module) => module.ServicesScreen),
    prefetch: (api) =>
      import("#ui/calendar/services/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
];

export function screenAt(pathname: string): Screen | undefined {
  return screenIn(screens, pathname);
}
