/** Runs a program. @throws when it fails */
export async function run(command: readonly string[], cwd?: string): Promise<void> {
  const child = Bun.spawn([...command], {
    stdout: "ignore",
    stderr: "inherit",
    ...(cwd && { cwd }),
  });
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed`);
}
