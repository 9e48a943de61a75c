import { deleteRepliesBefore } from "#db/idempotency.ts";
import { deleteExpiredSessions } from "#db/sessions.ts";
import { noteWatching } from "#src/inbox/catch-up.ts";
import { settleDoubtful } from "#src/messaging/settle.ts";
import type { Job } from "#src/scheduler/scheduler.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Everything that this machine does by itself, beside the sender's own loop. */
export const schedule: readonly Job[] = [
  { name: "settle texts in doubt", everySeconds: 2, run: settleDoubtful },
  { name: "note that inbound texts are heard", everySeconds: 60, run: noteWatching },
  {
    name: "forget expired sessions",
    everySeconds: 3600,
    run: (app) => deleteExpiredSessions(app.db, app.now()),
  },
  {
    name: "forget answered idempotency keys",
    everySeconds: 3600,
    run: (app) => deleteRepliesBefore(app.db, app.now() - DAY_MS),
  },
];
