import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { offers } from "./contract.ts";
import { markNoticeRead, readBases, recordAgreements } from "./offers.ts";

export const offersModule = defineModule(offers, {
  bases: staff(["/campaigns", "/contacts"], ({ app, query }) => readBases(app, query.tag)),
  readNotice: admin(({ app }) => markNoticeRead(app)),
  recordAgreements: admin(({ app, actor, body }) => recordAgreements(app, actor, body)),
});
