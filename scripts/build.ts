import { buildClient, type Manifest } from "./client-build.ts";
import { compileBinary } from "./compile.ts";

const target = process.argv[2] as Bun.Build.CompileTarget | undefined;
const outfile = target ? `dist/parlor${target.replace(/^bun/, "")}` : "dist/parlor";
try {
  const client = await runTimed("client", () => buildClient());
  print(sizes(client));
  const binary = await runTimed("binary", () => compileBinary({ target, outfile }));
  print(`${binary.path}  ${(binary.bytes / 1e6).toFixed(1)} MB`);
} catch (error) {
  process.stderr.write(`${Bun.inspect(error)}\n`);
  process.exit(1);
}

async function runTimed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  print(`${name} built in ${Math.round(performance.now() - start)} ms`);
  return result;
}

function sizes({ files }: Manifest): string {
  const rows = Object.entries(files).map(([name, { size, gz, br }]) =>
    [kilobytes(size), kilobytes(gz), kilobytes(br), `  ${name}`].join(""),
  );
  return ["    plain     gzip   brotli", ...rows].join("\n");
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`.padStart(9);
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}
