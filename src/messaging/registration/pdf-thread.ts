import { answerThread } from "#src/platform/pdf/render-in-thread.ts";
import { buildRegistrationPdf, type RegistrationFile } from "./pdf.ts";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<RegistrationFile>) =>
  self.postMessage(await answerThread(() => buildRegistrationPdf(data)));
