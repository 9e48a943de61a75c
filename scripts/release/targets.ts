export interface Target {
  /** Part of the file's name: "linux-x64". */
  readonly name: string;
  readonly bun: Bun.Build.CompileTarget;
  /** Debian's name of the architecture, where there is a package. */
  readonly debian?: string;
}

export const TARGETS: readonly Target[] = [
  { name: "linux-x64", bun: "bun-linux-x64", debian: "amd64" },
  { name: "linux-arm64", bun: "bun-linux-arm64", debian: "arm64" },
  { name: "linux-x64-musl", bun: "bun-linux-x64-musl" },
  { name: "linux-arm64-musl", bun: "bun-linux-arm64-musl" },
  { name: "darwin-x64", bun: "bun-darwin-x64" },
  { name: "darwin-arm64", bun: "bun-darwin-arm64" },
  { name: "windows-x64", bun: "bun-windows-x64" },
];

export function programName({ name }: Target): string {
  return name.startsWith("windows") ? "parlor.exe" : "parlor";
}
