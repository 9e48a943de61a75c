import type { AgreementFile } from "./pdf.ts";
import type { Drawn } from "./pdf-thread.ts";

/** In the compiled program an entry is known by its place in the sources, in the sources by its address. */
const THREAD = import.meta.url.includes("$bunfs")
  ? "./src/billing/agreements/pdf-thread.ts"
  : new URL("./pdf-thread.ts", import.meta.url).href;

let last: Promise<unknown> = Promise.resolve();

/**
 * The agreement as a PDF. Half a second of drawing is nothing for the server's own loop, so a thread does
 * it, one file after the other, and is gone with its memory when it has.
 */
export function drawAgreement(file: AgreementFile): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = last.then(() => inThread(file));
  last = drawn.catch(() => undefined);
  return drawn;
}

function inThread(file: AgreementFile): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const thread = new Worker(THREAD);
  thread.onmessage = ({ data }: MessageEvent<Drawn>) => {
    if ("failure" in data) reject(new Error(data.failure));
    else resolve(data.bytes);
  };
  thread.onerror = ({ message }) => reject(new Error(message));
  thread.postMessage(file);
  return promise.finally(() => thread.terminate());
}
