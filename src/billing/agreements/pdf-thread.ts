import { answerThread } from "#src/platform/pdf/render-in-thread.ts";
import { type AgreementFile, buildAgreementPdf } from "./pdf.ts";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<AgreementFile>) =>
  self.postMessage(await answerThread(() => buildAgreementPdf(data)));
