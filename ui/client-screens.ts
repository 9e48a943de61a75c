import { CLIENT_HOME } from "#src/shared/client-home.ts";
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
    path: "/membership/signup",
    title: "Membership",
    module: "billing/members/sign-up-screen",
    load: () =>
      import("#ui/billing/members/sign-up-screen.tsx").then((module) => module.SignUpScreen),
  }),
  clientScreen({
    path: "/membership/signup/:key",
    title: "Membership",
    module: "billing/members/sign-up-screen",
    load: () =>
      import("#ui/billing/members/sign-up-screen.tsx").then((module) => module.SignUpScreen),
    prefetch: (api, place) =>
      import("#ui/billing/members/queries.ts").then(({ prefetchOffer }) =>
        prefetchOffer(api, place),
      ),
  }),
  clientScreen({
    path: "/membership/success",
    title: "Welcome",
    module: "billing/members/success-screen",
    load: () =>
      import("#ui/billing/members/success-screen.tsx").then((module) => module.SuccessScreen),
  }),
  clientScreen({
    path: "/membership/login",
    title: "Member Login",
    module: "billing/members/login-screen",
    load: () => import("#ui/billing/members/login-screen.tsx").then((module) => module.LoginScreen),
  }),
  clientScreen({
    path: "/membership/portal",
    title: "Member Portal",
    module: "billing/members/portal-screen",
    load: () =>
      import("#ui/billing/members/portal-screen.tsx").then((module) => module.PortalScreen),
    prefetch: (api) =>
      import("#ui/billing/members/queries.ts").then(({ prefetchPortal }) => prefetchPortal(api)),
  }),
  clientScreen({
    path: "/financing/signup/:key",
    title: "Payment Plan",
    module: "billing/financing/sign-up-screen",
    load: () =>
      import("#ui/billing/financing/sign-up-screen.tsx").then((module) => module.SignUpScreen),
    prefetch: (api, place) =>
      import("#ui/billing/financing/queries.ts").then(({ prefetchPlan }) =>
        prefetchPlan(api, place),
      ),
  }),
  clientScreen({
    path: "/financing/success",
    title: "Payment Plan Activated",
    module: "billing/financing/success-screen",
    load: () =>
      import("#ui/billing/financing/success-screen.tsx").then((module) => module.SuccessScreen),
  }),
  clientScreen({
    path: "/financing/login",
    title: "Client Login",
    module: "billing/financing/login-screen",
    load: () =>
      import("#ui/billing/financing/login-screen.tsx").then((module) => module.LoginScreen),
  }),
  clientScreen({
    path: "/financing/portal",
    title: "Your Payment Plans",
    module: "billing/financing/portal-screen",
    load: () =>
      import("#ui/billing/financing/portal-screen.tsx").then((module) => module.PortalScreen),
    prefetch: (api) =>
      import("#ui/billing/financing/queries.ts").then(({ prefetchPortal }) => prefetchPortal(api)),
  }),
];

export function clientScreenAt(pathname: string): Screen | undefined {
  return screenIn(clientScreens, pathname);
}

function clientScreen(options: Omit<ScreenOptions, "access" | "forClients">): Screen {
  return screen({ ...options, access: "public", forClients: true });
}
