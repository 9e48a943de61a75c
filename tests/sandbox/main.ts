import { parseArgs } from "node:util";
import { startTwilioStandIn } from "./twilio-stand-in.ts";

// The stand-in as a separate process, which outlives a killed product.
const { values } = parseArgs({
  options: { port: { type: "string", default: "0" }, seed: { type: "string", default: "1" } },
});

const standIn = await startTwilioStandIn({
  port: Number(values.port),
  seed: Number(values.seed),
});
process.stdout.write(`${JSON.stringify({ url: standIn.url })}\n`);
