export type RenderResult =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly failure: string };

/** Where a worker's code is: by its path in the compiled program, by its URL in the uncompiled one. */
export interface ThreadSource {
  readonly path: string;
  readonly url: URL;
}

/** The DOM's type lacks what Bun's workers have. */
interface Thread extends Worker {
  ref(): void;
  unref(): void;
}

interface IdleThread {
  readonly path: string;
  readonly thread: Thread;
  readonly end: NodeJS.Timeout;
}

const IS_COMPILED = import.meta.url.includes("$bunfs");

/** Until an unused worker ends. */
const IDLE_MS = 1_000;

let last: Promise<unknown> = Promise.resolve();
let idle: IdleThread | undefined;

/**
 * Renders a PDF in a worker, because it takes half a second, one file at a time. The worker renders the files of an
 * export one after the other, because loading takes most of that time, and ends a second after the last one to
 * release its memory.
 */
export function renderInThread(
  source: ThreadSource,
  file: unknown,
): Promise<Uint8Array<ArrayBuffer>> {
  const rendered = last.then(() => runThread(source, file));
  last = rendered.catch(() => undefined);
  return rendered;
}

async function runThread(source: ThreadSource, file: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const thread = takeIdleThread(source) ?? openThread(source);
  const { promise, resolve, reject } = Promise.withResolvers<RenderResult>();
  thread.onmessage = ({ data }: MessageEvent<RenderResult>) => resolve(data);
  thread.onerror = ({ message }) => reject(new Error(message));
  thread.postMessage(file);
  const result = await promise.catch((error: unknown) => {
    thread.terminate();
    throw error;
  });
  keepIdle(source, thread);
  if ("failure" in result) throw new Error(result.failure);
  return result.bytes;
}

function openThread({ path, url }: ThreadSource): Thread {
  return new Worker(IS_COMPILED ? path : url.href) as Thread;
}

/** Ends an idle worker of another source. */
function takeIdleThread({ path }: ThreadSource): Thread | undefined {
  if (!idle) return undefined;
  const { thread, end, path: idlePath } = idle;
  idle = undefined;
  clearTimeout(end);
  if (idlePath !== path) {
    thread.terminate();
    return undefined;
  }
  thread.ref();
  return thread;
}

/** Neither the idle worker nor its timer keeps the program running. */
function keepIdle({ path }: ThreadSource, thread: Thread): void {
  thread.unref();
  const end = setTimeout(() => {
    idle = undefined;
    thread.terminate();
  }, IDLE_MS).unref();
  // A worker that fails while idle would leave the next file waiting.
  thread.onerror = () => {
    clearTimeout(end);
    if (idle?.thread === thread) idle = undefined;
  };
  idle = { path, thread, end };
}

/** In the worker: renders a file that it receives. */
export async function answerThread(
  render: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<RenderResult> {
  try {
    return { bytes: await render() };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
