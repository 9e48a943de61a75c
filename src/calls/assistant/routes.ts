import { admin, defineModule } from "#src/platform/http/routes.ts";
import { getCallFigures, tryOut } from "./assistant.ts";
import { calls } from "./contract.ts";

export const assistantModule = defineModule(calls, {
  figures: admin(({ app }) => getCallFigures(app)),
  tryOut: admin(({ app, actor, body }) => tryOut(app, actor, body)),
});
