import { afterAll, afterEach, expect, setDefaultTimeout, setSystemTime } from "bun:test";
import { GlobalRegistrator } from "@happy-dom/global-registrator";
import { plugin } from "bun";
import fc from "fast-check";
import { runAfterFile } from "./after-file.ts";

// Bun's five seconds are too few on a busy machine. Without --isolate or --parallel, Bun forgets this
// after the first file, which is why the scripts pass --timeout as well.
setDefaultTimeout(60_000);

// Otherwise no random list is longer than 10, whatever a test allows.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });

// happy-dom brings document and window. The network and stream classes stay Bun's own, or server
// tests would meet a browser's rules for cookies and headers.
const NATIVE = [
  "fetch",
  "Request",
  "Response",
  "Headers",
  "FormData",
  "Blob",
  "File",
  "URL",
  "URLSearchParams",
  "WebSocket",
  "AbortController",
  "AbortSignal",
  "ReadableStream",
  "WritableStream",
  "TransformStream",
  "CompressionStream",
  "DecompressionStream",
  "TextEncoder",
  "TextDecoder",
  "crypto",
  "performance",
  "queueMicrotask",
  "structuredClone",
] as const;

// The compiled server's schemas are made at their first use (scripts/lazy-schemas.ts).
plugin({
  name: "lazy-schemas",
  setup(build) {
    build.module("zod/mini", async () => ({
      exports: { ...(await import("#scripts/lazy-zod.ts")) },
      loader: "object",
    }));
  },
});

const native = NATIVE.map((name) => [name, Reflect.get(globalThis, name)] as const);
GlobalRegistrator.register({ url: "http://localhost/" });
for (const [name, value] of native) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

// Bun prints a node with the whole window, 14 MB in 0.2 s, for every failed check of a waitFor.
Object.defineProperty(Node.prototype, Symbol.for("nodejs.util.inspect.custom"), {
  value(this: Node) {
    return this instanceof Element ? this.outerHTML.slice(0, 2_000) : this.nodeName;
  },
});

// Else it would demand that everything that moves is waited for inside act(), also what a screen does
// by itself after a test has seen what it came for. Inside act() React acts at once all the same.
process.env["RTL_SKIP_AUTO_CLEANUP"] = "true";
// Imported only now: it looks for a document while it is evaluated.
const { cleanup, configure } = await import("@testing-library/react");

// A second, the default, can be over before a busy machine has drawn; what appears in time waits for nothing.
configure({ asyncUtilTimeout: 15_000 });

// React tells of broken hydration and missing keys only on the console. A test
// that expects an error puts a spy of its own in the console's place.
const complaints: string[] = [];
// biome-ignore lint/suspicious/noConsole: what is written there is to be seen as well as counted
const print = globalThis.console.error;
globalThis.console.error = (...words: unknown[]) => {
  complaints.push(
    words.map((word) => (word instanceof Error ? word.stack : String(word))).join(" "),
  );
  print(...words);
};

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
  setSystemTime();
  expect(complaints.splice(0)).toEqual([]);
});

afterAll(runAfterFile);
