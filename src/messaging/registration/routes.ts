import type { App } from "#src/app.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { renderInThread } from "#src/platform/pdf/render-in-thread.ts";
import { businessDay, clientPagesUrl, getSettings } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { consentWordings } from "#src/shared/texting-consent.ts";
import { registration } from "./contract.ts";
import type { RegistrationFile } from "./pdf.ts";
import { checkRegistration, readApproval, readDetails, saveDetails } from "./registration.ts";
import { createSheet } from "./sheet.ts";

export const registrationModule = defineModule(registration, {
  read: admin(({ app }) => readApproval(app)),
  check: admin(({ app }) => checkRegistration(app)),
  saveDetails: admin(({ app, actor, body }) => saveDetails(app, actor, body)),
  sheetPdf: admin(({ app }) => renderSheet(app)),
  posterPdf: admin(({ app }) => renderPoster(app)),
});

const THREAD = {
  path: "./src/messaging/registration/pdf-thread.ts",
  url: new URL("./pdf-thread.ts", import.meta.url),
};
const LETTER_COUNTRIES = new Set(["US", "CA", "MX", "CO", "CL", "PH", "PR", "DO"]);

async function renderSheet(app: App): Promise<FileReply> {
  const parts = createSheet(app, readDetails(app));
  return toReply(app, "registration", { kind: "sheet", parts, ...commonFields(app) });
}

/** A poster for the desk, with a QR code of the sign-up page. */
async function renderPoster(app: App): Promise<FileReply> {
  const { default: encodeQR } = await import("qr");
  const url = `${clientPagesUrl(app)}/texts`;
  const { businessName } = getSettings(app);
  const { offersPerMonth } = readDetails(app);
  const { appointments, offers } = consentWordings({ businessName, offersPerMonth });
  return toReply(app, "text-sign-up-poster", {
    kind: "poster",
    url,
    code: encodeQR(url, "raw", { border: 4, ecc: "medium" }),
    wordings: [appointments, offers],
    ...commonFields(app),
  });
}

function commonFields(app: App) {
  const { businessName, country } = getSettings(app);
  const paper = LETTER_COUNTRIES.has(country) ? ("LETTER" as const) : ("A4" as const);
  return { businessName: businessName || "Your salon", paper, date: app.now() };
}

async function toReply(app: App, name: string, file: RegistrationFile): Promise<FileReply> {
  return {
    name: `${name}-${businessDay(app)}.pdf`,
    type: "application/pdf",
    content: await renderInThread(THREAD, file),
    inline: true,
  };
}
