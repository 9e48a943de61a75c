import type { ComponentType } from "react";
import type { Page } from "#src/shared/permissions.ts";
import type { Api } from "#ui/api.ts";
import { type Remembered, remembered } from "#ui/remembered.ts";

export interface Place {
  readonly pathname: string;
  readonly search: string;
}

export interface Screen extends Remembered<object> {
  /** With `:id` where a number stands, `:key` where anything does. */
  readonly path: string;
  readonly title: string;
  /** The module's name in the build's manifest: what the page preloads. */
  readonly module: string;
  /** "public": anyone; "staff": who is signed in; "page": staff who have `page`, or this path, among their pages; "admin": admins. */
  readonly access: "public" | "staff" | "page" | "admin";
  /** The page whose permission opens it, where that is another one. */
  readonly page?: Page;
  /** The salon's own page for its clients: framed by itself (ui/public), also for staff who look at it. */
  readonly forClients?: boolean;
  /** Fetches into the query cache what the first paint shows; "missing" when there is no such thing. */
  readonly prefetch?: (api: Api, place: Place) => Promise<unknown>;
}

interface Wanted extends Omit<Screen, keyof Remembered<object>> {
  readonly load: () => Promise<ComponentType<object>>;
}

/** Path, title, who may open it, and where its code lies. */
export const screens: readonly Screen[] = [
  screen({
    path: "/auth",
    title: "Sign in",
    module: "auth/auth-screen",
    access: "public",
    load: () => import("./auth/auth-screen.tsx").then((module) => module.AuthScreen),
  }),
  screen({
    path: "/forgot-password",
    title: "Forgot password",
    module: "forgot-password/forgot-password-screen",
    access: "public",
    load: () =>
      import("./forgot-password/forgot-password-screen.tsx").then(
        (module) => module.ForgotPasswordScreen,
      ),
    prefetch: (api) => import("./forgot-password/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/account",
    title: "Your account",
    module: "account/account-screen",
    access: "staff",
    load: () => import("./account/account-screen.tsx").then((module) => module.AccountScreen),
    prefetch: (api) => import("./account/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/",
    title: "Dashboard",
    module: "dashboard/dashboard-screen",
    access: "page",
    load: () => import("./dashboard/dashboard-screen.tsx").then((module) => module.DashboardScreen),
    prefetch: (api) => import("./dashboard/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/campaigns",
    title: "Campaigns",
    module: "campaigns/campaigns-screen",
    access: "page",
    load: () => import("./campaigns/campaigns-screen.tsx").then((module) => module.CampaignsScreen),
    prefetch: (api) => import("./campaigns/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/campaigns/:id",
    title: "Campaign",
    module: "campaigns/report-screen",
    access: "page",
    page: "/campaigns",
    load: () => import("./campaigns/report-screen.tsx").then((module) => module.ReportScreen),
    prefetch: (api, place) =>
      import("./campaigns/report-queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/inbox",
    title: "Inbox",
    module: "inbox/inbox-screen",
    access: "page",
    load: () => import("./inbox/inbox-screen.tsx").then((module) => module.InboxScreen),
    prefetch: (api, place) =>
      import("./inbox/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/contacts",
    title: "Contacts",
    module: "contacts/contacts-screen",
    access: "page",
    load: () => import("./contacts/contacts-screen.tsx").then((module) => module.ContactsScreen),
    prefetch: (api, place) =>
      import("./contacts/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/contacts/:id",
    title: "Client",
    module: "contacts/client-screen",
    access: "page",
    page: "/contacts",
    load: () => import("./contacts/client-screen.tsx").then((module) => module.ClientScreen),
    prefetch: (api, place) =>
      import("./contacts/client-queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/appointments",
    title: "Appointments",
    module: "appointments/appointments-screen",
    access: "page",
    load: () =>
      import("./appointments/appointments-screen.tsx").then((module) => module.AppointmentsScreen),
    prefetch: (api, place) =>
      import("./appointments/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/payment-plans",
    title: "Payment Plans",
    module: "payment-plans/payment-plans-screen",
    access: "page",
    load: () =>
      import("./payment-plans/payment-plans-screen.tsx").then(
        (module) => module.PaymentPlansScreen,
      ),
    prefetch: (api) => import("./payment-plans/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/payment-plan-subscriptions",
    title: "Payment Subscribers",
    module: "plan-subscribers/plan-subscribers-screen",
    access: "page",
    load: () =>
      import("./plan-subscribers/plan-subscribers-screen.tsx").then(
        (module) => module.PlanSubscribersScreen,
      ),
    prefetch: (api) =>
      import("./plan-subscribers/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/contact-updates",
    title: "Contact Updates",
    module: "contact-updates/contact-updates-screen",
    access: "page",
    load: () =>
      import("./contact-updates/contact-updates-screen.tsx").then(
        (module) => module.ContactUpdatesScreen,
      ),
    prefetch: (api, place) =>
      import("./contact-updates/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/appointment-management",
    title: "Appointment Management",
    module: "deletion-conflicts/deletion-conflicts-screen",
    access: "page",
    load: () =>
      import("./deletion-conflicts/deletion-conflicts-screen.tsx").then(
        (module) => module.DeletionConflictsScreen,
      ),
    prefetch: (api) =>
      import("./deletion-conflicts/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/memberships",
    title: "Memberships",
    module: "memberships/memberships-screen",
    access: "page",
    load: () =>
      import("./memberships/memberships-screen.tsx").then((module) => module.MembershipsScreen),
    prefetch: (api) => import("./memberships/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/subscriptions",
    title: "Subscriptions",
    module: "subscriptions/subscriptions-screen",
    access: "page",
    load: () =>
      import("./subscriptions/subscriptions-screen.tsx").then(
        (module) => module.SubscriptionsScreen,
      ),
    prefetch: (api) => import("./subscriptions/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/membership/signup",
    title: "Membership",
    module: "membership/sign-up-screen",
    access: "public",
    forClients: true,
    load: () => import("./membership/sign-up-screen.tsx").then((module) => module.SignUpScreen),
  }),
  screen({
    path: "/membership/signup/:key",
    title: "Membership",
    module: "membership/sign-up-screen",
    access: "public",
    forClients: true,
    load: () => import("./membership/sign-up-screen.tsx").then((module) => module.SignUpScreen),
    prefetch: (api, place) =>
      import("./membership/queries.ts").then(({ prefetchOffer }) => prefetchOffer(api, place)),
  }),
  screen({
    path: "/membership/success",
    title: "Welcome",
    module: "membership/success-screen",
    access: "public",
    forClients: true,
    load: () => import("./membership/success-screen.tsx").then((module) => module.SuccessScreen),
  }),
  screen({
    path: "/membership/login",
    title: "Member Login",
    module: "membership/login-screen",
    access: "public",
    forClients: true,
    load: () => import("./membership/login-screen.tsx").then((module) => module.LoginScreen),
  }),
  screen({
    path: "/membership/portal",
    title: "Member Portal",
    module: "membership/portal-screen",
    access: "public",
    forClients: true,
    load: () => import("./membership/portal-screen.tsx").then((module) => module.PortalScreen),
    prefetch: (api) =>
      import("./membership/queries.ts").then(({ prefetchPortal }) => prefetchPortal(api)),
  }),
  screen({
    path: "/financing/signup/:key",
    title: "Payment Plan",
    module: "financing/sign-up-screen",
    access: "public",
    forClients: true,
    load: () => import("./financing/sign-up-screen.tsx").then((module) => module.SignUpScreen),
    prefetch: (api, place) =>
      import("./financing/queries.ts").then(({ prefetchPlan }) => prefetchPlan(api, place)),
  }),
  screen({
    path: "/financing/success",
    title: "Payment Plan Activated",
    module: "financing/success-screen",
    access: "public",
    forClients: true,
    load: () => import("./financing/success-screen.tsx").then((module) => module.SuccessScreen),
  }),
  screen({
    path: "/financing/login",
    title: "Client Login",
    module: "financing/login-screen",
    access: "public",
    forClients: true,
    load: () => import("./financing/login-screen.tsx").then((module) => module.LoginScreen),
  }),
  screen({
    path: "/financing/portal",
    title: "Your Payment Plans",
    module: "financing/portal-screen",
    access: "public",
    forClients: true,
    load: () => import("./financing/portal-screen.tsx").then((module) => module.PortalScreen),
    prefetch: (api) =>
      import("./financing/queries.ts").then(({ prefetchPortal }) => prefetchPortal(api)),
  }),
  screen({
    path: "/audit-logs",
    title: "Audit Logs",
    module: "audit/audit-screen",
    access: "page",
    load: () => import("./audit/audit-screen.tsx").then((module) => module.AuditScreen),
    prefetch: (api, place) =>
      import("./audit/queries.ts").then(({ prefetch }) => prefetch(api, place)),
  }),
  screen({
    path: "/users",
    title: "Users",
    module: "users/users-screen",
    access: "admin",
    load: () => import("./users/users-screen.tsx").then((module) => module.UsersScreen),
    prefetch: (api) => import("./users/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
  screen({
    path: "/settings",
    title: "Settings",
    module: "settings/settings-screen",
    access: "admin",
    load: () => import("./settings/settings-screen.tsx").then((module) => module.SettingsScreen),
    prefetch: (api) => import("./settings/queries.ts").then(({ prefetch }) => prefetch(api)),
  }),
];

export function screenAt(pathname: string): Screen | undefined {
  const path = pathname === "/" ? pathname : pathname.replace(/\/+$/, "");
  return screens.find((one) => one.path === path || patternOf(one.path).test(path));
}

/** "/contacts/:id" is "/contacts/" and a number; a client's link is told what is wrong with it by its page. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(":id", "[1-9]\\d{0,14}").replace(":key", "[^/]+")}$`);
}

function screen({ load, ...rest }: Wanted): Screen {
  return { ...rest, ...remembered(load) };
}
