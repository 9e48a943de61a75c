import { admin, type Routes } from "#src/http/routes.ts";
import type { reviews } from "./contract.ts";
import { disconnect, startSignIn } from "./google-sign-in.ts";

export const reviewRoutes: Routes<typeof reviews> = {
  startSignIn: admin(({ app, actor }) => ({ authUrl: startSignIn(app, actor) })),
  disconnect: admin(({ app, actor }) => disconnect(app, actor)),
};
