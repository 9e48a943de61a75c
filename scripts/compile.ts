import type { BunPlugin } from "bun";
import { lazySchemas } from "./lazy-schemas.ts";
import { lightIcons } from "./light-icons.ts";

/** The program, and the threads that it starts by file name. */
const ENTRIES = [
  "src/main.ts",
  "db/background.ts",
  "src/billing/agreements/pdf-thread.ts",
  "src/messaging/registration/pdf-thread.ts",
];

interface CompileOptions {
  /** Another platform than this one. */
  readonly target?: Bun.Build.CompileTarget | undefined;
  readonly outfile?: string;
  /** Another program than Parlor, for a comparison. */
  readonly entrypoints?: string[];
}

/** Compiles the executable with `dist/client` embedded (as `client/` below `import.meta.dir`). */
export async function compileBinary({
  target,
  outfile = "dist/parlor",
  entrypoints = ENTRIES,
}: CompileOptions = {}): Promise<{ path: string; bytes: number }> {
  const built = await Bun.build({
    entrypoints,
    target: "bun",
    // ESM, because bytecode of CommonJS bakes in the build machine's paths.
    format: "esm",
    bytecode: true,
    // Without it every lazily imported SDK is evaluated at startup.
    splitting: true,
    // Names make traces in the log readable, at a third of the size of source maps.
    minify: { whitespace: true, syntax: true, identifiers: true, keepNames: true },
    plugins: [withoutUnused, lazySchemas, lightIcons],
    define: { "process.env.NODE_ENV": '"production"' },
    compile: {
      outfile,
      assets: ["dist/client"],
      // Little of what a start runs is run again, so compiling it would only delay the first page and take memory.
      // The program returns to the usual policy with `Bun.unsafe.setJITPolicy(1)`.
      jitPolicy: 100,
      // Bytecode of a start lies together, so fewer pages of the file are read: 5 MB of idle memory. Recorded by
      // `bun scripts/record-start.ts`.
      bytecodeOrder: "scripts/start.order",
      // A bunfig.toml in the working directory must not affect the program.
      autoloadBunfig: false,
      ...(target ? { target } : {}),
    },
  });

  const path = built.outputs.find(({ kind }) => kind === "entry-point")?.path ?? outfile;
  return { path, bytes: Bun.file(path).size };
}

/** The parts of Twilio's SDK that Parlor calls. The SDK asks for each of the others only when it is called. */
const TWILIO_PARTS = /\/(?:Twilio|Api|Lookups|Messaging|message|incomingPhoneNumber)\.js$/;
const ALL_TWILIO_PARTS =
  /twilio\/lib\/(?:rest\/[A-Z]\w+(?<!Base)|rest\/api\/v2010\/account\/\w+|base\/RequestClient)\.js$/;
/** React's streaming renderer. Pages are rendered by `renderToString`, which has its own file. */
const STREAMING_REACT = /react-dom-server\.bun\.production\.js$/;
/** Unpacks WOFF 2.0, which no typeface for PDFs is. */
const WOFF2 = /brotli\/decompress\.js$/;

/** Leaves out what is never called, and packs typefaces, which `src/platform/pdf/fonts.ts` unpacks. */
const withoutUnused: BunPlugin = {
  name: "without-unused",
  setup(build) {
    build.onLoad({ filter: ALL_TWILIO_PARTS }, ({ path }) =>
      TWILIO_PARTS.test(path) ? undefined : { contents: "", loader: "js" },
    );
    for (const filter of [STREAMING_REACT, WOFF2])
      build.onLoad({ filter }, () => ({ contents: "", loader: "js" }));
    build.onLoad({ filter: /\.ttf$/ }, async ({ path }) => ({
      contents: await Bun.zstdCompress(await Bun.file(path).bytes(), { level: 19 }),
      loader: "file",
    }));
  },
};
