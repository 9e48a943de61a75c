import { CLIENT_HOME } from "#src/shared/client-home.ts";
import type { Prefetcher } from "./api.ts";
import { type Screen, type ScreenOptions, screen, screenIn } from "./screen.ts";

/** Also shown, with a note, at addresses of the members' domain that don't exist. */
export const clientHome = clientScreen({
  path: CLIENT_HOME,
  title: "Memberships",
  module: "billing/client-pages/home-screen",
  load: () =>
    import("#ui/billing/client-pages/home-screen.tsx").then((module) => module.HomeScreen),
  prefetch: ({ api, client }) =>
    import("#ui/billing/client-pages/queries.ts").then(({ offersQuery }) =>
      client.prefetchQuery(offersQuery(api)),
    ),
});

/** The salon's own pages for its clients: sign-up, login and portal. */
export const clientScreens: readonly Screen[] = [
  clientHome,
  clientScreen({
    path: "/book",
    title: "Book",
    module: "calendar/booking/book-screen",
    load: () => import("#ui/calendar/booking/book-screen.tsx").then((module) => module.BookScreen),
    prefetch: (api) =>
      import("#ui/calendar/booking/queries.ts").then(({ prefetchBooking }) => prefetchBooking(api)),
  }),
  clientScreen({
    path: "/book/:key",
    title: "Your appointment",
    module: "calendar/booking/manage-screen",
    load: () =>
      import("#ui/calendar/booking/manage-screen.tsx").then((module) => module.ManageScreen),
    prefetch: (api, place) =>
      import("#ui/calendar/booking/queries.ts").then(({ prefetchManaged }) =>
        prefetchManaged(api, place),
      ),
  }),
  clientScreen({
    path: "/membership/signup",
    title: "Membership",
    module: "billing/checkout/membership-screen",
    load: () =>
      import("#ui/billing/checkout/membership-screen.tsx").then(
        (module) => module.MembershipScreen,
      ),
  }),
  clientScreen({
    path: "/membership/signup/:key",
    title: "Membership",
    module: "billing/checkout/membership-screen",
    load: () =>
      import("#ui/billing/checkout/membership-screen.tsx").then(
        (module) => module.MembershipScreen,
      ),
    prefetch: (api, place) =>
      import("#ui/billing/checkout/queries.ts").then(({ prefetchOffer }) =>
        prefetchOffer(api, place),
      ),
  }),
  clientScreen({
    path: "/membership/success",
    title: "Welcome",
    module: "billing/checkout/success-screen",
    load: () =>
      import("#ui/billing/checkout/success-screen.tsx").then((module) => module.MembershipSuccess),
  }),
  clientScreen({
    path: "/membership/login",
    title: "Member Login",
    module: "billing/portal/login-screen",
    load: () => import("#ui/billing/portal/login-screen.tsx").then((module) => module.MemberLogin),
  }),
  clientScreen({
    path: "/membership/portal",
    title: "Member Portal",
    module: "billing/portal/member-portal-screen",
    load: () =>
      import("#ui/billing/portal/member-portal-screen.tsx").then((module) => module.MemberPortal),
    prefetch: (api) =>
      import("#ui/billing/portal/queries.ts").then(({ prefetchMemberships }) =>
        prefetchMemberships(api),
      ),
  }),
  clientScreen({
    path: "/financing/signup/:key",
    title: "Payment Plan",
    module: "billing/checkout/plan-screen",
    load: () => import("#ui/billing/checkout/plan-screen.tsx").then((module) => module.PlanScreen),
    prefetch: (api, place) =>
      import("#ui/billing/checkout/queries.ts").then(({ prefetchPlan }) =>
        prefetchPlan(api, place),
      ),
  }),
  clientScreen({
    path: "/financing/success",
    title: "Payment Plan Activated",
    module: "billing/checkout/success-screen",
    load: () =>
      import("#ui/billing/checkout/success-screen.tsx").then((module) => module.PlanSuccess),
  }),
  clientScreen({
    path: "/financing/login",
    title: "Client Login",
    module: "billing/portal/login-screen",
    load: () => import("#ui/billing/portal/login-screen.tsx").then((module) => module.PlanLogin),
  }),
  clientScreen({
    path: "/financing/portal",
    title: "Your Payment Plans",
    module: "billing/portal/plan-portal-screen",
    load: () =>
      import("#ui/billing/portal/plan-portal-screen.tsx").then((module) => module.PlanPortal),
    prefetch: (api) =>
      import("#ui/billing/portal/queries.ts").then(({ prefetchPlans }) => prefetchPlans(api)),
  }),
  clientScreen({
    path: "/texts",
    title: "Texts",
    module: "messaging/sign-ups/texts-screen",
    load: () =>
      import("#ui/messaging/sign-ups/texts-screen.tsx").then((module) => module.TextsScreen),
    prefetch: prefetchTextTerms,
  }),
  clientScreen({
    path: "/privacy",
    title: "Privacy Policy",
    module: "messaging/sign-ups/privacy-screen",
    load: () =>
      import("#ui/messaging/sign-ups/privacy-screen.tsx").then((module) => module.PrivacyScreen),
    prefetch: prefetchTextTerms,
  }),
  clientScreen({
    path: "/terms",
    title: "Terms of Texting",
    module: "messaging/sign-ups/terms-screen",
    load: () =>
      import("#ui/messaging/sign-ups/terms-screen.tsx").then((module) => module.TermsScreen),
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
