import { defineModule, staff } from "#src/platform/http/routes.ts";
import { reports } from "./contract.ts";
import { createReport, exportReport } from "./report.ts";

export const reportModule = defineModule(reports, {
  read: staff("/reports", ({ app, actor, query }) => createReport(app, actor, query)),
  exportCsv: staff("/reports", ({ app, actor, query }) => exportReport(app, actor, query)),
});
