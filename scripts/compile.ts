import { rm } from "node:fs/promises";
import { dirname } from "node:path";

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
}

/** Compiles the executable with `dist/client` embedded (as `client/` below `import.meta.dir`). */
export async function compileBinary({
  target,
  outfile = "dist/parlor",
}: CompileOptions = {}): Promise<{ path: string; bytes: number }> {
  const built = await Bun.build({
    entrypoints: ENTRIES,
    target: "bun",
    // ESM, because bytecode of CommonJS bakes in the build machine's paths.
    format: "esm",
    bytecode: true,
    // Without it every lazily imported SDK is evaluated at startup.
    splitting: true,
    minify: true,
    sourcemap: "linked",
    define: { "process.env.NODE_ENV": '"production"' },
    compile: {
      outfile,
      assets: ["dist/client"],
      // A bunfig.toml in the working directory must not affect the program.
      autoloadBunfig: false,
      ...(target ? { target } : {}),
    },
  });

  const path = built.outputs.find(({ kind }) => kind === "entry-point")?.path ?? outfile;
  await removeStrayMaps(dirname(path));
  return { path, bytes: Bun.file(path).size };
}

/** Deletes the source maps next to the binary, which also contains them. */
async function removeStrayMaps(folder: string) {
  for await (const name of new Bun.Glob("*.map").scan(folder)) await rm(`${folder}/${name}`);
}
