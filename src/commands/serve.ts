import type { Hono } from "hono";
import { disableAutoCheckpoint } from "#db/checkpoint.ts";
import {
  closeDatabase,
  isDamaged,
  isDiskFailure,
  onDiskFull,
  releaseLocks,
  waitWithoutBlocking,
  whenFree,
} from "#db/connection.ts";
import { markClaimedInDoubt } from "#db/messaging/message-outcomes.ts";
import { readState } from "#db/state.ts";
import { createSetupLink } from "#src/accounts/sign-in/invitation.ts";
import type { App } from "#src/app.ts";
import { queueDueTexts } from "#src/calendar/queue-due-texts.ts";
import { endInterruptedCalls, recordInterruptedCalls } from "#src/calls/conversation/ending.ts";
import { hangUpAll } from "#src/calls/conversation/live-calls.ts";
import { createRelay, type Relay } from "#src/calls/twilio/relay.ts";
import { IMPORT_LIMIT } from "#src/clients/contacts/import-contract.ts";
import { connectSimulated } from "#src/demo/phone.ts";
import { JOBS } from "#src/jobs.ts";
import { catchUpInbound } from "#src/messaging/inbox/catch-up.ts";
import { adoptSentSinceBackup } from "#src/messaging/outbox/after-restore.ts";
import { type Sender, startSender } from "#src/messaging/outbox/sender.ts";
import { VERSION } from "#src/platform/build.ts";
import type { Config } from "#src/platform/config.ts";
import {
  handleDiskFailure,
  handleFullDisk,
  keepDiskReserve,
  shutdownHandlers,
} from "#src/platform/disk/disk.ts";
import { heartbeats } from "#src/platform/http/health.ts";
import { IDLE_SECONDS } from "#src/platform/http/keep-open.ts";
import { problemResponse } from "#src/platform/http/problems.ts";
import { answerRequest, withAbsoluteUrl } from "#src/platform/http/requests.ts";
import { startScheduler } from "#src/platform/jobs/scheduler.ts";
import { keepCode, readManifest } from "#src/platform/pages/assets.ts";
import { ProviderUnreachable } from "#src/platform/providers/carrier.ts";
import { listClosedSecrets } from "#src/platform/settings/settings.ts";
import { createServer } from "#src/server.ts";
import { Problem } from "#src/shared/problem.ts";
import { CommandError } from "./command-error.ts";
import { describeDamage, markDamaged } from "./damage.ts";
import { openForServing, recordServerUrl } from "./open.ts";

const RETRY_MS = 5_000;
/** Twilio asks for the next step of an interrupted call within seconds. */
const RESUME_MS = 60_000;
const CLOSE_MS = 5_000;
/** Leaves time to send the error to the browser. */
const EXIT_DELAY_MS = 100;
/** Until then the first pages are answered; what runs often later is compiled. */
const START_MS = 2_000;
/** Leaves the processor and the disk to the first page, before texts are caught up with and sent. */
const PAGE_FIRST_MS = 250;

export interface Running {
  readonly app: App;
  readonly url: string;
}

/** Opens the folder, starts the HTTP server and then the background work. Ends with SIGTERM, SIGINT or SIGHUP. */
export async function serve(
  config: Config,
  prepare?: (app: App) => void | Promise<void>,
): Promise<Running> {
  const app = openForServing(config);
  if ((readState<boolean>(app.db, "demo") ?? false) && !config.demo)
    throw new CommandError(
      `${config.dataFolder} holds the demo's sample data. Choose another folder with --data.`,
    );
  await prepare?.(app);
  onDiskFull(() => handleFullDisk(app));
  shutdownHandlers.set(app, (error) => {
    if (isDamaged(error)) {
      markDamaged(config);
      process.stderr.write(`${describeDamage(config, error)}\n`);
    }
    setTimeout(() => process.exit(1), EXIT_DELAY_MS);
  });

  const relay = createRelay(app);
  const manifest = readManifest();
  const server = listen(app, createServer(app, manifest), relay);
  const url =
    config.publicUrl ??
    `http://${config.host === "0.0.0.0" ? "localhost" : config.host}:${server.port}`;
  const background = config.passive ? undefined : startBackgroundWork(app);
  connectSimulated(app);
  waitWithoutBlocking(app.db);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.once(signal, () => {
      stop(app, { server, relay, background }).then(
        () => process.exit(0),
        (error: unknown) => {
          app.log("error", "couldn't stop cleanly", { error });
          process.exit(1);
        },
      );
    });

  // See jitPolicy in scripts/compile.ts.
  setTimeout(() => Bun.unsafe.setJITPolicy(1), START_MS).unref();
  await whenFree(() => recordServerUrl(app, url));
  reportClosedSecrets(app);
  if (Bun.isStandaloneExecutable)
    keepCode(app, manifest).catch((error: unknown) =>
      app.log("warn", "couldn't keep this version's code for open tabs", { error }),
    );
  // Printed last, because a program that waits for this line may stop the server right after it.
  app.log("info", "listening", { url, version: VERSION, passive: config.passive });
  print(`Parlor ${VERSION} is listening on ${url}`);
  const setup = await whenFree(() => createSetupLink(app, url));
  if (setup) print(`Create your administrator account: ${setup}`);
  return { app, url };
}

function reportClosedSecrets(app: App): void {
  const names = listClosedSecrets(app);
  if (names.length > 0)
    app.log("error", "saved secrets don't open with this key; put the right key back and restart", {
      names,
    });
}

/** @throws CommandError when the port is in use or not permitted */
function listen(app: App, hono: Hono, relay: Relay) {
  const { config } = app;
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      idleTimeout: IDLE_SECONDS,
      // The largest limit of all. Each request is read with its own.
      maxRequestBodySize: IMPORT_LIMIT,
      // In development Bun answers an error with a page that shows the source.
      development: false,
      error(error) {
        app.log("error", "bug", { error });
        const message = "Something went wrong on our side.";
        return Response.json({ message, error: message }, { status: 500 });
      },
      fetch(request, bun) {
        const valid = withAbsoluteUrl(request);
        if (!valid) return problemResponse(new Problem(400, "The Host header isn't a host name."));
        return relay.matches(valid)
          ? relay.upgrade(request, bun)
          : answerRequest(app, hono, valid, bun);
      },
      websocket: relay.websocket,
    });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EADDRINUSE")
      throw new CommandError(`Port ${config.port} is in use. Choose another with --port.`);
    if (code === "EACCES")
      throw new CommandError(`Port ${config.port} is not allowed. Choose another with --port.`);
    if (code)
      throw new CommandError(
        `Can't listen on ${config.host}:${config.port} (${code}). Choose another with --host.`,
      );
    throw error;
  }
}

interface BackgroundWork {
  readonly stop: () => Promise<void>;
}

/** Texts that were claimed when the process died are in doubt. Missed STOPs are applied before the first text is sent. */
function startBackgroundWork(app: App): BackgroundWork {
  const doubtful = markClaimedInDoubt(app.db);
  if (doubtful > 0) app.log("warn", "texts in doubt after a crash", { count: doubtful });
  recordInterruptedCalls(app);
  const resumeTimer = setTimeout(() => {
    whenFree(() => endInterruptedCalls(app)).catch((error: unknown) =>
      app.log("error", "couldn't end interrupted calls", { error }),
    );
  }, RESUME_MS);
  disableAutoCheckpoint(app.db);
  keepDiskReserve(app.config).catch((error: unknown) =>
    app.log("warn", "couldn't create the disk reserve", { error }),
  );
  const scheduler = startScheduler(app, JOBS);
  let sender: Sender | undefined;
  let stopping = false;

  const started = (async () => {
    await Bun.sleep(PAGE_FIRST_MS);
    while (!stopping && !(await catchUp(app))) await Bun.sleep(RETRY_MS);
    if (stopping) return;
    sender = startSender(app, { onFailure: () => process.exit(1) });
    heartbeats.set(app, { lastTurn: sender.lastTurn });
  })().catch((error: unknown) => {
    if (isDiskFailure(error)) handleDiskFailure(app, error);
    else throw error;
  });

  return {
    async stop() {
      stopping = true;
      clearTimeout(resumeTimer);
      await Promise.all([sender?.stop() ?? started.then(() => sender?.stop()), scheduler.stop()]);
    },
  };
}

async function catchUp(app: App): Promise<boolean> {
  try {
    const missed = await whenFree(() => catchUpInbound(app));
    if (missed > 0)
      app.log("info", "fetched texts that arrived while the server was down", { missed });
    await queueDueTexts(app);
    const adopted = await adoptSentSinceBackup(app);
    if (adopted > 0)
      app.log("info", "adopted texts that were sent after the backup was made", { adopted });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    app.log("warn", "couldn't fetch missed texts, so nothing is sent yet", {
      reason: error.message,
    });
    return false;
  }
}

interface Serving {
  readonly server: ReturnType<typeof listen>;
  readonly relay: Relay;
  readonly background: BackgroundWork | undefined;
}

async function stop(app: App, { server, relay, background }: Serving): Promise<void> {
  app.log("info", "stopping");
  await background?.stop();
  await hangUpAll(app);
  relay.closeAll();
  await Promise.race([server.stop(), Bun.sleep(CLOSE_MS)]);
  await server.stop(true);
  // A call may have started in these seconds.
  await hangUpAll(app);
  closeDatabase(app.db);
  releaseLocks();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
