import { basename } from "node:path";

/** The outputs of a build, by file name. */
export type Outputs = ReadonlyMap<string, Bun.BuildMetafile["outputs"][string]>;

export function outputsOf({ metafile }: Bun.BuildOutput): Outputs {
  return new Map(
    Object.entries(metafile?.outputs ?? {}).map(([path, output]) => [basename(path), output]),
  );
}

/** Returns a file and all its static imports, recursively. */
export function staticImports(outputs: Outputs, name: string): string[] {
  return collectImports(outputs, name, ({ kind }) => kind === "import-statement");
}

/** Returns a file and all its imports, static and dynamic, except those that `stopsAt` excludes. */
export function allImports(
  outputs: Outputs,
  name: string,
  stopsAt: (name: string) => boolean,
): string[] {
  return collectImports(outputs, name, ({ path }) => !stopsAt(basename(path)));
}

export function getOutput(outputs: Outputs, entryPoint: string): string {
  const found = [...outputs].find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`The client build lacks ${entryPoint}.`);
  return found[0];
}

interface Import {
  readonly path: string;
  readonly kind: string;
}

function collectImports(
  outputs: Outputs,
  from: string,
  follows: (one: Import) => boolean,
): string[] {
  const seen = new Set([from]);
  // Iterating a set includes the entries added during the loop.
  for (const name of seen)
    for (const one of outputs.get(name)?.imports ?? []) {
      const next = basename(one.path);
      if (outputs.has(next) && follows(one)) seen.add(next);
    }
  return [...seen];
}
