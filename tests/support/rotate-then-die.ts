import { openForServing } from "#src/commands/open.ts";
import { rotateSecrets } from "#src/commands/secrets.ts";
import { readConfig } from "#src/platform/config.ts";

// Rotates this many steps of the way, then dies as a power cut would have it.
const [, , data = "", steps = "0"] = process.argv;
const going = rotateSecrets(openForServing(readConfig(process.env, { data })));
for (let step = 0; step < Number(steps); step += 1)
  process.stdout.write(`${going.next().value?.name}\n`);
process.kill(process.pid, "SIGKILL");
