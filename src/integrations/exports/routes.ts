import { admin, adminWithPassword, defineModule } from "#src/platform/http/routes.ts";
import { exports } from "./contract.ts";
import { exportAll, exportTable, listExports } from "./exports.ts";

export const exportModule = defineModule(exports, {
  list: admin(() => listExports()),
  all: adminWithPassword(({ app, actor, query }) => exportAll(app, actor, query)),
  one: adminWithPassword(({ app, actor, params, query }) =>
    exportTable(app, actor, params.id, query),
  ),
});
