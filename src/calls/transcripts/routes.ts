import { defineModule, staff } from "#src/platform/http/routes.ts";
import { callTranscripts } from "./contract.ts";
import { countCalls, getCallTranscript, listCalls } from "./transcripts.ts";

const PAGE = "/call-transcripts";

export const callTranscriptModule = defineModule(callTranscripts, {
  list: staff(PAGE, ({ app, actor, query }) => listCalls(app, actor, query)),
  count: staff(PAGE, ({ app }) => ({ count: countCalls(app) })),
  one: staff(PAGE, ({ app, actor, id }) => getCallTranscript(app, actor, id)),
});
