export type RenderResult =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly failure: string };

/** Where a worker's code is: by its path in the compiled program, by its URL in the uncompiled one. */
export interface ThreadSource {
  readonly path: string;
  readonly url: URL;
}

const IS_COMPILED = import.meta.url.includes("$bunfs");

let last: Promise<unknown> = Promise.resolve();

/**
 * Renders a PDF in a worker, because it takes half a second, one file at a time. The worker ends with each
 * file to release its memory.
 */
export function renderInThread(
  source: ThreadSource,
  file: unknown,
): Promise<Uint8Array<ArrayBuffer>> {
  const rendered = last.then(() => runThread(source, file));
  last = rendered.catch(() => undefined);
  return rendered;
}

function runThread({ path, url }: ThreadSource, file: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const thread = new Worker(IS_COMPILED ? path : url.href);
  thread.onmessage = ({ data }: MessageEvent<RenderResult>) => {
    if ("failure" in data) reject(new Error(data.failure));
    else resolve(data.bytes);
  };
  thread.onerror = ({ message }) => reject(new Error(message));
  thread.postMessage(file);
  return promise.finally(() => thread.terminate());
}

/** In the worker: renders the one file that it receives. */
export async function answerThread(
  render: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<RenderResult> {
  try {
    return { bytes: await render() };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
