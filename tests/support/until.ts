type Seen<T> = T | undefined | false;

/** Polls until there is a result. @throws when it takes longer than a minute */
export async function until<T>(what: string, look: () => Seen<T> | Promise<Seen<T>>) {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    await Bun.sleep(50);
  }
  throw new Error(`It did not happen: ${what}`);
}
