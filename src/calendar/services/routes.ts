import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { services } from "./contract.ts";
import { importServices } from "./csv-import.ts";
import { changeService, createService, deleteService, listServices } from "./services.ts";

export const serviceModule = defineModule(services, {
  list: staff("any", ({ app }) => listServices(app)),
  create: admin(({ app, actor, body }) => createService(app, actor, body)),
  importCsv: admin(({ app, actor, body }) => importServices(app, actor, body.file)),
  change: admin(({ app, actor, id, body }) => changeService(app, actor, id, body)),
  remove: admin(({ app, actor, id }) => deleteService(app, actor, id)),
});
