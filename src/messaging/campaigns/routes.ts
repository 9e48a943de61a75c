import { parseId } from "#src/platform/http/ids.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import {
  approveCampaign,
  createCampaign,
  deleteCampaign,
  editMessage,
  listCampaigns,
  readCampaign,
  readReport,
  readUnknown,
  reschedule,
  resumeCampaign,
  stopCampaign,
} from "./campaigns.ts";
import { readComposerInfo } from "./composer-info.ts";
import { campaigns } from "./contract.ts";
import { sendTest } from "./test-text.ts";
import { resolveUnknown } from "./unknown.ts";

const PAGE = "/campaigns";

export const campaignModule = defineModule(campaigns, {
  list: staff(PAGE, ({ app, actor, query }) => listCampaigns(app, actor, query)),
  composer: staff(PAGE, ({ app }) => readComposerInfo(app)),
  one: staff(PAGE, ({ app, actor, params }) => readCampaign(app, actor, parseId(params.id))),
  report: staff(PAGE, ({ app, actor, params }) => readReport(app, actor, parseId(params.id))),
  create: staff(PAGE, ({ app, actor, body }) => createCampaign(app, actor, body)),
  editMessage: staff(PAGE, ({ app, actor, params, body }) =>
    editMessage(app, actor, parseId(params.id), body.message),
  ),
  approve: admin(({ app, actor, params, body }) =>
    approveCampaign(app, actor, parseId(params.id), body),
  ),
  test: staff(PAGE, ({ app, actor, body }) => sendTest(app, actor, body)),
  reschedule: admin(({ app, actor, params, body }) =>
    reschedule(app, actor, parseId(params.id), body.scheduledFor),
  ),
  unknown: staff(PAGE, ({ app, actor, params, query }) =>
    readUnknown(app, actor, parseId(params.id), query.cursor),
  ),
  resolve: admin(({ app, actor, params, body }) =>
    resolveUnknown(app, actor, parseId(params.id), body.as),
  ),
  stop: staff(PAGE, ({ app, actor, params }) => stopCampaign(app, actor, parseId(params.id))),
  resume: admin(({ app, actor, params }) => resumeCampaign(app, actor, parseId(params.id))),
  remove: staff(PAGE, ({ app, actor, params }) => deleteCampaign(app, actor, parseId(params.id))),
});
