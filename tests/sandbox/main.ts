import { parseArgs } from "node:util";
import { startTwilioStandIn } from "./twilio-stand-in.ts";

// The stand-in as a process of its own, which outlives a product that is killed.
const { values } = parseArgs({
  options: { port: { type: "string", default: "0" }, seed: { type: "string", default: "1" } },
});

const standIn = await startTwilioStandIn({
  port: Number(values.port),
  seed: Number(values.seed),
});
process.stdout.write(`${JSON.stringify({ url: standIn.url })}\n`);
