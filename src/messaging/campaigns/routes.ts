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
import { campaigns } from "./contract.ts";
import { readComposerInfo, sendTest } from "./test-text.ts";
import { resolveUnknown } from "./unknown.ts";

const PAGE = "/campaigns";

export const campaignModule = defineModule(campaigns, {
  list: staff(PAGE, ({ app, actor, query }) => listCampaigns(app, actor, query)),
  composer: staff(PAGE, ({ app }) => readComposerInfo(app)),
  one: staff(PAGE, ({ app, actor, id }) => readCampaign(app, actor, id)),
  report: staff(PAGE, ({ app, actor, id }) => readReport(app, actor, id)),
  create: staff(PAGE, ({ app, actor, body }) => createCampaign(app, actor, body)),
  editMessage: staff(PAGE, ({ app, actor, id, body }) => editMessage(app, actor, id, body.message)),
  approve: admin(({ app, actor, id, body }) => approveCampaign(app, actor, id, body)),
  test: staff(PAGE, ({ app, actor, body }) => sendTest(app, actor, body)),
  reschedule: admin(({ app, actor, id, body }) => reschedule(app, actor, id, body.scheduledFor)),
  unknown: staff(PAGE, ({ app, actor, id, query }) => readUnknown(app, actor, id, query.cursor)),
  resolve: admin(({ app, actor, id, body }) => resolveUnknown(app, actor, id, body.as)),
  stop: staff(PAGE, ({ app, actor, id }) => stopCampaign(app, actor, id)),
  resume: admin(({ app, actor, id }) => resumeCampaign(app, actor, id)),
  remove: staff(PAGE, ({ app, actor, id }) => deleteCampaign(app, actor, id)),
});
