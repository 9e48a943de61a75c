/**
 * `bun scripts/bench/reader.ts MS URL COOKIE PATH…` reads the addresses in turn for so long, and prints as JSON how many
 * milliseconds each answer took. It runs separately, so that nothing else keeps it from noticing an answer.
 */
const [ms, url = "", cookie = "", ...paths] = process.argv.slice(2);
const PAUSE_MS = 5;
const waits: number[] = [];
const end = performance.now() + Number(ms);
for (let n = 0; performance.now() < end; n += 1) {
  const asked = performance.now();
  const response = await fetch(url + (paths[n % paths.length] ?? ""), { headers: { cookie } });
  await response.arrayBuffer();
  waits.push(performance.now() - asked);
  await Bun.sleep(PAUSE_MS);
}
process.stdout.write(JSON.stringify(waits));

export {};
