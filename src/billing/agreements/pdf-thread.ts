import { type AgreementFile, buildAgreementPdf } from "./pdf.ts";

export type RenderResult =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly failure: string };

declare const self: Worker;

/** Renders the one file that it receives. */
self.onmessage = async ({ data }: MessageEvent<AgreementFile>) => {
  let result: RenderResult;
  try {
    result = { bytes: await buildAgreementPdf(data) };
  } catch (error) {
    result = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  self.postMessage(result);
};
