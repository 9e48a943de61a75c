import { admin, type Routes } from "#src/platform/http/routes.ts";
import { backUpNow, readBackups } from "./backups.ts";
import type { backups } from "./contract.ts";

export const backupRoutes: Routes<typeof backups> = {
  read: admin(({ app }) => readBackups(app)),
  make: admin(({ app, actor }) => backUpNow(app, actor)),
};
