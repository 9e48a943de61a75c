// BullMQ doing the same: a job a text, 32 at once, the provider's id kept as the job's result.
// Usage: runtime bullmq.mjs COUNT SINK REDIS_PORT
import { Queue, Worker } from "bullmq";

const [count, sink, port] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4])];
const connection = { host: "127.0.0.1", port, maxRetriesPerRequest: null };
const queue = new Queue(`texts-${Date.now()}`, { connection });
for (let from = 0; from < count; from += 1000)
  await queue.addBulk(
    Array.from({ length: Math.min(1000, count - from) }, (_, n) => ({
      name: "text",
      data: { to: `+1212${String(2_000_000 + from + n)}`, body: `Hi client ${from + n}` },
    })),
  );

let done = 0;
const before = process.cpuUsage();
const started = performance.now();
await new Promise((resolve) => {
  const worker = new Worker(
    queue.name,
    async ({ data }) => {
      const answer = await fetch(`${sink}/2010-04-01/Accounts/AC/Messages.json`, {
        method: "POST",
        headers: {
          authorization: "Basic eDp5",
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({
          To: data.to,
          From: "+12025550100",
          Body: data.body,
        }).toString(),
      });
      return (await answer.json()).sid;
    },
    { connection, concurrency: 32 },
  );
  worker.on("completed", () => {
    done += 1;
    if (done === count) resolve();
  });
});
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({
    rate: (count / (performance.now() - started)) * 1000,
    cpu: (user + system) / count,
  }),
);
process.exit(0);
