import { type AgreementFile, agreementPdf } from "./pdf.ts";

export type Drawn = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly failure: string };

declare const self: Worker;

/** Draws the one file that it is asked for. */
self.onmessage = async ({ data }: MessageEvent<AgreementFile>) => {
  let answer: Drawn;
  try {
    answer = { bytes: await agreementPdf(data) };
  } catch (error) {
    answer = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  self.postMessage(answer);
};
