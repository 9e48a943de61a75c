import { idOf } from "#src/http/ids.ts";
import { admin, type Routes, staff } from "#src/http/routes.ts";
import {
  approveCampaign,
  createCampaign,
  deleteCampaign,
  editMessage,
  listCampaigns,
  resumeCampaign,
  stopCampaign,
} from "./campaigns.ts";
import type { campaigns } from "./contract.ts";

const PAGE = "/campaigns";

export const campaignRoutes: Routes<typeof campaigns> = {
  list: staff(PAGE, ({ app, actor }) => listCampaigns(app, actor)),
  create: staff(PAGE, ({ app, actor, body }) => createCampaign(app, actor, body)),
  editMessage: staff(PAGE, ({ app, actor, params, body }) =>
    editMessage(app, actor, idOf(params.id), body.message),
  ),
  approve: admin(({ app, actor, params, body }) =>
    approveCampaign(app, actor, idOf(params.id), body),
  ),
  stop: staff(PAGE, ({ app, actor, params }) => stopCampaign(app, actor, idOf(params.id))),
  resume: staff(PAGE, ({ app, actor, params }) => resumeCampaign(app, actor, idOf(params.id))),
  remove: staff(PAGE, ({ app, actor, params }) => deleteCampaign(app, actor, idOf(params.id))),
};
