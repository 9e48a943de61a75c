import { admin, defineModule } from "#src/platform/http/routes.ts";
import { backUpNow, readBackups } from "./backups.ts";
import { backups } from "./contract.ts";

export const backupModule = defineModule(backups, {
  read: admin(({ app }) => readBackups(app)),
  make: admin(({ app, actor }) => backUpNow(app, actor)),
});
