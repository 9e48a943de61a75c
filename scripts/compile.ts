import { rm } from "node:fs/promises";
import { dirname } from "node:path";

const OUTFILE = "dist/parlor";

/**
 * The one executable, with the client of `dist/client` inside it (below `import.meta.dir`, as
 * `client/`). For another machine name its target, and the file is called after it.
 */
export async function compileBinary(
  target?: Bun.Build.CompileTarget,
  entries = ["src/main.ts", "db/background.ts", "src/billing/agreements/pdf-thread.ts"],
): Promise<{ path: string; bytes: number }> {
  const outfile = target ? OUTFILE + target.replace(/^bun/, "") : OUTFILE;
  const built = await Bun.build({
    // The program, and the threads that it begins by name.
    entrypoints: entries,
    target: "bun",
    // ESM, because bytecode of CommonJS bakes in the build machine's paths.
    format: "esm",
    bytecode: true,
    // Without it every lazily imported SDK is evaluated at the start.
    splitting: true,
    minify: true,
    sourcemap: "linked",
    define: { "process.env.NODE_ENV": '"production"' },
    compile: {
      outfile,
      assets: ["dist/client"],
      // A bunfig.toml in the folder of the salon is none of the program's business.
      autoloadBunfig: false,
      ...(target ? { target } : {}),
    },
  });

  const path = built.outputs.find(({ kind }) => kind === "entry-point")?.path ?? outfile;
  await removeStrayMaps(dirname(path));
  return { path, bytes: Bun.file(path).size };
}

/** The maps are inside the binary; Bun leaves a second set beside it. */
async function removeStrayMaps(folder: string) {
  for await (const name of new Bun.Glob("*.map").scan(folder)) await rm(`${folder}/${name}`);
}
