import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { audits } from "./contract.ts";
import { auditKinds, exportAudits, listAudits } from "./list.ts";

const PAGE = "/audit-logs";

export const auditModule = defineModule(audits, {
  list: staff(PAGE, ({ app, actor, query }) => listAudits(app, actor, query)),
  kinds: staff(PAGE, ({ app }) => auditKinds(app)),
  exportCsv: admin(({ app, actor, query }) => exportAudits(app, actor, query)),
});
