import { renderInThread } from "#src/platform/pdf/render-in-thread.ts";
import type { AgreementFile } from "./pdf.ts";

const THREAD = {
  path: "./src/billing/agreements/pdf-thread.ts",
  url: new URL("./pdf-thread.ts", import.meta.url),
};

/** Renders an agreement as a PDF. */
export function renderAgreement(file: AgreementFile): Promise<Uint8Array<ArrayBuffer>> {
  return renderInThread(THREAD, file);
}
