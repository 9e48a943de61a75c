import { admin, defineModule } from "#src/platform/http/routes.ts";
import { calls } from "./contract.ts";
import { getCallFigures } from "./figures.ts";
import { tryOut } from "./try-out.ts";

export const assistantModule = defineModule(calls, {
  figures: admin(({ app }) => getCallFigures(app)),
  tryOut: admin(({ app, actor, body }) => tryOut(app, actor, body)),
});
