import { admin, defineModule } from "#src/platform/http/routes.ts";
import { checkNumbers, importContacts, importFile } from "./file-import.ts";
import { imports } from "./import-contract.ts";
import { readLastImport, undoLastImport } from "./import-undo.ts";
import { getImportProgress, stopImport } from "./running-imports.ts";

export const importModule = defineModule(imports, {
  checkNumbers: admin(({ app, body }) => checkNumbers(app, body.phoneNumbers)),
  batch: admin(({ app, actor, body }) => importContacts(app, actor, body)),
  file: admin(({ app, actor, body, query }) => importFile(app, actor, body, query)),
  progress: admin(({ app, actor, params }) => getImportProgress(app, actor, params.key)),
  stop: admin(({ app, actor, params }) => stopImport(app, actor, params.key)),
  last: admin(({ app }) => readLastImport(app)),
  undo: admin(({ app, actor }) => undoLastImport(app, actor)),
});
