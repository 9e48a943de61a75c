import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { agreements } from "./agreements-contract.ts";
import { offers } from "./contract.ts";
import { markNoticeRead, readBases, recordAgreements } from "./offers.ts";

export const offersModule = defineModule(
  { ...offers, ...agreements },
  {
    bases: staff(["/campaigns", "/contacts"], ({ app, query }) => readBases(app, query.tag)),
    readNotice: admin(({ app }) => markNoticeRead(app)),
    record: admin(({ app, actor, body }) => recordAgreements(app, actor, body)),
  },
);
