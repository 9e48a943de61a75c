import { admin, type Routes } from "#src/platform/http/routes.ts";
import type { calls } from "./contract.ts";
import { callFigures } from "./figures.ts";
import { tryOut } from "./try-out.ts";

export const callRoutes: Routes<typeof calls> = {
  figures: admin(({ app }) => callFigures(app)),
  tryOut: admin(({ app, actor, body }) => tryOut(app, actor, body)),
};
