import { type Screen, screen } from "#ui/screen.ts";

export const accountsScreens: readonly Screen[] = [
  screen({
    path: "/auth",
    title: "Sign in",
    module: "accounts/sign-in/auth-screen",
    access: "public",
    load: () => import("#ui/accounts/sign-in/auth-screen.tsx").then((module) => module.AuthScreen),
    queries: () => import("#ui/accounts/sign-in/queries.ts"),
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
    queries: () => import("#ui/accounts/forgot-password/queries.ts"),
  }),
  screen({
    path: "/account",
    title: "Your account",
    module: "accounts/profile/account-screen",
    access: "staff",
    load: () =>
      import("#ui/accounts/profile/account-screen.tsx").then((module) => module.AccountScreen),
    queries: () => import("#ui/accounts/profile/queries.ts"),
  }),
  screen({
    path: "/users",
    title: "Users",
    module: "accounts/users/users-screen",
    access: "admin",
    load: () => import("#ui/accounts/users/users-screen.tsx").then((module) => module.UsersScreen),
    queries: () => import("#ui/accounts/users/queries.ts"),
  }),
];
