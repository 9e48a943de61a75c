import { CLIENT_HOME } from "#src/shared/client-home.ts";
import type { Prefetcher } from "./api.ts";
import { type Screen, type ScreenOptions, screen, screenIn } from "./screen.ts";

/** At addresses that don't exist. */
export const clientNotFound = clientScreen({
  path: "/404",
  title: "Page Not Found",
  module: "billing/client-pages/not-found-screen",
  load: async () => (await import("#ui/billing/client-pages/not-found-screen.tsx")).NotFoundScreen,
});

/** The salon's own pages for its clients: sign-up, sign-in and portal. */
export const clientScreens: readonly Screen[] = [
  clientScreen({
    path: CLIENT_HOME,
    title: "Memberships",
    module: "billing/client-pages/home-screen",
    load: async () => (await import("#ui/billing/client-pages/home-screen.tsx")).HomeScreen,
    prefetch: ({ api, client }) =>
      import("#ui/billing/client-pages/queries.ts").then(({ offersQuery }) =>
        client.prefetchQuery(offersQuery(api)),
      ),
  }),
  clientScreen({
    path: "/book",
    title: "Book",
    module: "calendar/booking/book-screen",
    load: async () => (await import("#ui/calendar/booking/book-screen.tsx")).BookScreen,
    prefetch: async (api) => (await import("#ui/calendar/booking/queries.ts")).prefetchBooking(api),
  }),
  clientScreen({
    path: "/book/:key",
    title: "Your Appointment",
    module: "calendar/booking/manage-screen",
    load: async () => (await import("#ui/calendar/booking/manage-screen.tsx")).ManageScreen,
    prefetch: async (api, place) =>
      (await import("#ui/calendar/booking/queries.ts")).prefetchManaged(api, place),
  }),
  clientScreen({
    path: "/card/:key",
    title: "Your Card",
    module: "billing/cards/card-screen",
    load: async () => (await import("#ui/billing/cards/card-screen.tsx")).CardScreen,
    prefetch: async (api, place) =>
      (await import("#ui/billing/cards/card-queries.ts")).prefetchCardPage(api, place),
  }),
  clientScreen({
    path: "/pay/:key",
    title: "Your Payment",
    module: "billing/pay-page/pay-screen",
    load: async () => (await import("#ui/billing/pay-page/pay-screen.tsx")).PayScreen,
    prefetch: async (api, place) =>
      (await import("#ui/billing/pay-page/queries.ts")).prefetchPaying(api, place),
  }),
  clientScreen({
    path: "/membership/signup",
    title: "Membership",
    module: "billing/checkout/membership-screen",
    load: async () => (await import("#ui/billing/checkout/membership-screen.tsx")).MembershipScreen,
  }),
  clientScreen({
    path: "/membership/signup/:key",
    title: "Membership",
    module: "billing/checkout/membership-screen",
    load: async () => (await import("#ui/billing/checkout/membership-screen.tsx")).MembershipScreen,
    prefetch: async (api, place) =>
      (await import("#ui/billing/checkout/queries.ts")).prefetchOffer(api, place),
  }),
  clientScreen({
    path: "/membership/success",
    title: "Welcome",
    module: "billing/checkout/success-screen",
    load: async () => (await import("#ui/billing/checkout/success-screen.tsx")).MembershipSuccess,
  }),
  clientScreen({
    path: "/membership/login",
    title: "Member Sign In",
    module: "billing/portal/login-screen",
    load: async () => (await import("#ui/billing/portal/login-screen.tsx")).MemberLogin,
  }),
  clientScreen({
    path: "/membership/portal",
    title: "Member Portal",
    module: "billing/portal/member-portal-screen",
    load: async () => (await import("#ui/billing/portal/member-portal-screen.tsx")).MemberPortal,
    prefetch: async (api) =>
      (await import("#ui/billing/portal/queries.ts")).prefetchMemberships(api),
  }),
  clientScreen({
    path: "/financing/signup/:key",
    title: "Payment Plan",
    module: "billing/checkout/plan-screen",
    load: async () => (await import("#ui/billing/checkout/plan-screen.tsx")).PlanScreen,
    prefetch: async (api, place) =>
      (await import("#ui/billing/checkout/queries.ts")).prefetchPlan(api, place),
  }),
  clientScreen({
    path: "/financing/success",
    title: "Payment Plan Activated",
    module: "billing/checkout/success-screen",
    load: async () => (await import("#ui/billing/checkout/success-screen.tsx")).PlanSuccess,
  }),
  clientScreen({
    path: "/financing/login",
    title: "Client Sign In",
    module: "billing/portal/login-screen",
    load: async () => (await import("#ui/billing/portal/login-screen.tsx")).PlanLogin,
  }),
  clientScreen({
    path: "/financing/portal",
    title: "Your Payment Plans",
    module: "billing/portal/plan-portal-screen",
    load: async () => (await import("#ui/billing/portal/plan-portal-screen.tsx")).PlanPortal,
    prefetch: async (api) => (await import("#ui/billing/portal/queries.ts")).prefetchPlans(api),
  }),
  clientScreen({
    path: "/texts",
    title: "Texts",
    module: "messaging/sign-ups/texts-screen",
    load: async () => (await import("#ui/messaging/sign-ups/texts-screen.tsx")).TextsScreen,
    prefetch: prefetchTextTerms,
  }),
  clientScreen({
    path: "/privacy",
    title: "Privacy Policy",
    module: "messaging/sign-ups/privacy-screen",
    load: async () => (await import("#ui/messaging/sign-ups/privacy-screen.tsx")).PrivacyScreen,
    prefetch: prefetchTextTerms,
  }),
  clientScreen({
    path: "/terms",
    title: "Terms of Texting",
    module: "messaging/sign-ups/terms-screen",
    load: async () => (await import("#ui/messaging/sign-ups/terms-screen.tsx")).TermsScreen,
    prefetch: prefetchTextTerms,
  }),
];

export function clientScreenAt(pathname: string): Screen | undefined {
  return screenIn(clientScreens, pathname);
}

function clientScreen(options: Omit<ScreenOptions, "access" | "forClients">): Screen {
  return screen({ ...options, access: "public", forClients: true });
}

async function prefetchTextTerms({ api, client }: Prefetcher): Promise<void> {
  const { textTermsQuery } = await import("#ui/messaging/sign-ups/queries.ts");
  await client.prefetchQuery(textTermsQuery(api));
}
