interface RunOptions {
  readonly cwd?: string;
  /** In addition to this process's. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program. @throws when it fails */
export async function run(
  command: readonly string[],
  { cwd, env }: RunOptions = {},
): Promise<void> {
  const child = Bun.spawn([...command], {
    stdout: "ignore",
    stderr: "inherit",
    ...(cwd && { cwd }),
    ...(env && { env: { ...process.env, ...env } }),
  });
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed`);
}
