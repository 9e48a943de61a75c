const steps: (() => unknown)[] = [];

/** Runs a step after the last test of the file, the newest first (preload.ts). */
export function afterFile(step: () => unknown): void {
  steps.push(step);
}

export async function runAfterFile(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
