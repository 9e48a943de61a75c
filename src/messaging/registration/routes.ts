import { admin, defineModule } from "#src/platform/http/routes.ts";
import { registration } from "./contract.ts";
import { renderPoster, renderSheet } from "./files.ts";
import { checkRegistration, readApproval, saveDetails } from "./registration.ts";

export const registrationModule = defineModule(registration, {
  read: admin(({ app }) => readApproval(app)),
  check: admin(({ app }) => checkRegistration(app)),
  saveDetails: admin(({ app, actor, body }) => saveDetails(app, actor, body)),
  sheetPdf: admin(({ app }) => renderSheet(app)),
  posterPdf: admin(({ app }) => renderPoster(app)),
});
