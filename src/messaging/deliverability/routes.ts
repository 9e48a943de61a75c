import { admin, type Routes } from "#src/platform/http/routes.ts";
import type { deliverability } from "./contract.ts";
import { readScan, scanNow } from "./scan.ts";

export const deliverabilityRoutes: Routes<typeof deliverability> = {
  state: admin(({ app }) => readScan(app)),
  scan: admin(({ app, actor }) => scanNow(app, actor)),
};
