import { type Screen, screen } from "#ui/screen.ts";

export const billingScreens: readonly Screen[] = [
  screen({
    path: "/payment-plans",
    title: "Payment Plans",
    module: "billing/payment-plans/payment-plans-screen",
    access: "page",
    load: async () => (await import("./payment-plans/payment-plans-screen.tsx")).PaymentPlansScreen,
    queries: () => import("./payment-plans/queries.ts"),
  }),
  screen({
    path: "/payment-plan-subscriptions",
    title: "Payment Subscribers",
    module: "billing/plan-subscribers/plan-subscribers-screen",
    access: "page",
    load: async () =>
      (await import("./plan-subscribers/plan-subscribers-screen.tsx")).PlanSubscribersScreen,
    queries: () => import("./plan-subscribers/queries.ts"),
  }),
  screen({
    path: "/memberships",
    title: "Memberships",
    module: "billing/memberships/memberships-screen",
    access: "page",
    load: async () => (await import("./memberships/memberships-screen.tsx")).MembershipsScreen,
    queries: () => import("./memberships/queries.ts"),
  }),
  screen({
    path: "/subscriptions",
    title: "Subscriptions",
    module: "billing/subscriptions/subscriptions-screen",
    access: "page",
    load: async () =>
      (await import("./subscriptions/subscriptions-screen.tsx")).SubscriptionsScreen,
    queries: () => import("./subscriptions/queries.ts"),
  }),
];
