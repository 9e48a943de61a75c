import { type Routes, staff, visitor } from "#src/http/routes.ts";
import { current, login, logout, register } from "./auth.ts";
import type { auth } from "./contract.ts";

export const authRoutes: Routes<typeof auth> = {
  user: staff("any", ({ actor }) => current(actor)),
  login: visitor(({ app, body, caller, answer }) => login(app, body, caller, answer)),
  register: visitor(async ({ app, body, caller }) => ({
    message: await register(app, body, caller),
  })),
  logout: visitor(({ app, session, caller, answer }) => logout(app, session, caller, answer)),
};
