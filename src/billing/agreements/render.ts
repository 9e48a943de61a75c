import type { AgreementFile } from "./pdf.ts";
import type { RenderResult } from "./pdf-thread.ts";

/** The compiled program addresses a worker by its source path, the uncompiled one by its URL. */
const WORKER_URL = import.meta.url.includes("$bunfs")
  ? "./src/billing/agreements/pdf-thread.ts"
  : new URL("./pdf-thread.ts", import.meta.url).href;

let last: Promise<unknown> = Promise.resolve();

/**
 * Renders an agreement as a PDF. Rendering takes half a second, so it runs in a worker, one file at a
 * time. The worker ends with each file to release its memory.
 */
export function renderAgreement(file: AgreementFile): Promise<Uint8Array<ArrayBuffer>> {
  const rendered = last.then(() => renderInThread(file));
  last = rendered.catch(() => undefined);
  return rendered;
}

function renderInThread(file: AgreementFile): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const thread = new Worker(WORKER_URL);
  thread.onmessage = ({ data }: MessageEvent<RenderResult>) => {
    if ("failure" in data) reject(new Error(data.failure));
    else resolve(data.bytes);
  };
  thread.onerror = ({ message }) => reject(new Error(message));
  thread.postMessage(file);
  return promise.finally(() => thread.terminate());
}
