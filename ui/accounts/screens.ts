import { type Screen, screen } from "#ui/screen.ts";

export const accountsScreens: readonly Screen[] = [
  screen({
    path: "/auth",
    title: "Sign in",
    module: "accounts/sign-in/auth-screen",
    access: "public",
    load: async () => (await import("./sign-in/auth-screen.tsx")).AuthScreen,
    queries: () => import("./sign-in/queries.ts"),
  }),
  screen({
    path: "/forgot-password",
    title: "Forgot password",
    module: "accounts/forgot-password/forgot-password-screen",
    access: "public",
    load: async () =>
      (await import("./forgot-password/forgot-password-screen.tsx")).ForgotPasswordScreen,
    queries: () => import("./forgot-password/queries.ts"),
  }),
  screen({
    path: "/account",
    title: "Your Account",
    module: "accounts/profile/account-screen",
    access: "staff",
    load: async () => (await import("./profile/account-screen.tsx")).AccountScreen,
    queries: () => import("./profile/queries.ts"),
  }),
  screen({
    path: "/users",
    title: "Users",
    module: "accounts/users/users-screen",
    access: "admin",
    load: async () => (await import("./users/users-screen.tsx")).UsersScreen,
    queries: () => import("./users/queries.ts"),
  }),
];
