import { type Screen, screen } from "#ui/screen.ts";

export const accountsScreens: readonly Screen[] = [
  screen({
    path: "/auth",
    title: "Sign in",
    module: "accounts/sign-in/auth-screen",
    access: "public",
    load: () => import("./sign-in/auth-screen.tsx").then((module) => module.AuthScreen),
    queries: () => import("./sign-in/queries.ts"),
  }),
  screen({
    path: "/forgot-password",
    title: "Forgot password",
    module: "accounts/forgot-password/forgot-password-screen",
    access: "public",
    load: () =>
      import("./forgot-password/forgot-password-screen.tsx").then(
        (module) => module.ForgotPasswordScreen,
      ),
    queries: () => import("./forgot-password/queries.ts"),
  }),
  screen({
    path: "/account",
    title: "Your account",
    module: "accounts/profile/account-screen",
    access: "staff",
    load: () => import("./profile/account-screen.tsx").then((module) => module.AccountScreen),
    queries: () => import("./profile/queries.ts"),
  }),
  screen({
    path: "/users",
    title: "Users",
    module: "accounts/users/users-screen",
    access: "admin",
    load: () => import("./users/users-screen.tsx").then((module) => module.UsersScreen),
    queries: () => import("./users/queries.ts"),
  }),
];
