import { idOf } from "#src/platform/http/ids.ts";
import { type Routes, staff } from "#src/platform/http/routes.ts";
import type { callTranscripts } from "./contract.ts";
import { countCalls, listCalls, readCall } from "./list.ts";

const PAGE = "/call-transcripts";

export const callTranscriptRoutes: Routes<typeof callTranscripts> = {
  list: staff(PAGE, ({ app, actor, query }) => listCalls(app, actor, query)),
  count: staff(PAGE, ({ app }) => ({ count: countCalls(app) })),
  one: staff(PAGE, ({ app, params }) => readCall(app, idOf(params.id))),
};
