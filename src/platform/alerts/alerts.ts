import { whenFree } from "#db/connection.ts";
import { allUsers } from "#db/platform/users.ts";
import { readState, writeState } from "#db/state.ts";
import type { AlertCondition, App } from "#src/app.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { canMail, sendMail } from "#src/platform/mail.ts";
import type { Mail } from "#src/platform/providers/mail.ts";
import { notifyStaff } from "#src/platform/push/push.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { formatTime } from "#src/platform/time.ts";
import { DAY_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { type Alert, alerts } from "./contract.ts";

export const alertModule = defineModule(alerts, {
  list: admin(({ app }) => openAlerts(app)),
});

const STATE = "alerts";
const RETRY_MS = 15 * MINUTE_MS;

interface OpenAlert {
  /** Epoch milliseconds. */
  readonly since: number;
  /** A hash of the message, to notice a change. The message is not stored: it may name a client who is erased later. */
  readonly digest: string;
  /** When admins are notified next, in epoch milliseconds. */
  readonly tellAt: number;
  /** An admin was notified, so the end is reported too. */
  readonly told: boolean;
}

type OpenByName = Readonly<Record<string, OpenAlert>>;

/** Holds the open alerts while the disk accepts no writes. */
const unsaved = new WeakMap<App, OpenByName>();

/** Checks every condition. Admins are notified when an alert begins, once a day while it lasts, and when it ends. */
export async function watchConditions(app: App): Promise<void> {
  const before = readOpen(app);
  const now: Record<string, OpenAlert> = {};
  const messages: Record<string, string> = {};
  const over: Omit<Mail, "to">[] = [];
  for (const condition of app.hooks.alertConditions) {
    const known = before[condition.name];
    const reason = condition.check(app, known !== undefined);
    if (reason !== null) {
      const { since, tellAt, told } = known ?? { since: app.now(), tellAt: app.now(), told: false };
      now[condition.name] = { since, tellAt, told, digest: Bun.hash(reason).toString(36) };
      messages[condition.name] = reason;
    } else if (known?.told) over.push(closedMail(app, condition, known));
  }
  const due = app.hooks.alertConditions.filter(
    ({ name }) => (now[name]?.tellAt ?? Infinity) <= app.now(),
  );
  // Saved first, so that a restart while mails are sent does not send them again.
  for (const { name } of due)
    now[name] = withTimes(now[name], { tellAt: app.now() + DAY_MS, told: true });
  await saveOpen(app, before, now);

  for (const mail of over) await notifyAdmins(app, mail);
  const untold: string[] = [];
  for (const condition of due) {
    const { name, namesClients } = condition;
    const message = messages[name] ?? "";
    app.log("warn", "alert", { alert: name, ...(!namesClients && { reason: message }) });
    if (!before[name]?.told) pushToAdmins(app, condition, message);
    const since = now[name]?.since ?? app.now();
    if (!(await notifyAdmins(app, openedMail(app, condition, { message, since }))))
      untold.push(name);
  }
  if (untold.length === 0) return;
  const again = { ...now };
  for (const name of untold)
    again[name] = withTimes(now[name], {
      tellAt: app.now() + RETRY_MS,
      told: before[name]?.told ?? false,
    });
  await saveOpen(app, now, again);
}

/** Alerts may name a client, and only admins get them. */
function pushToAdmins(app: App, { name, title }: AlertCondition, body: string): void {
  notifyStaff(app, { kind: "alert", title, body, path: "/", tag: `alert-${name}` });
}

/** Returns the alerts of the last check that still hold, as they are now: someone may have just settled the first of several. */
export function openAlerts(app: App): Alert[] {
  const open = readOpen(app);
  return app.hooks.alertConditions.flatMap(({ name, title, links, check }) => {
    const one = open[name];
    const message = one ? check(app, true) : null;
    if (!one || message === null) return [];
    return [{ name, title, message, links: links?.(app) ?? [], since: toIso(one.since) }];
  });
}

function readOpen(app: App): OpenByName {
  return unsaved.get(app) ?? readState<OpenByName>(app.db, STATE) ?? {};
}

function withTimes(
  open: OpenAlert | undefined,
  change: Pick<OpenAlert, "tellAt" | "told">,
): OpenAlert {
  return { since: 0, digest: "", ...open, ...change };
}

async function saveOpen(app: App, before: OpenByName, now: OpenByName): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(now) && !unsaved.has(app)) return;
  try {
    await whenFree(() => writeState(app.db, STATE, now));
    unsaved.delete(app);
  } catch (error) {
    // A full disk is itself an alert.
    unsaved.set(app, now);
    app.log("error", "couldn't save the alerts", { error });
  }
  const format = (open: OpenByName) =>
    Object.entries(open).map(([name, { digest }]) => `${name} ${digest}`);
  if (format(before).join() !== format(now).join()) app.events.changed("alerts");
}

/** Returns true when the mail to at least one admin was accepted. */
async function notifyAdmins(app: App, mail: Omit<Mail, "to">): Promise<boolean> {
  if (!canMail(app)) return false;
  const admins = allUsers(app.db).filter(({ role, approved }) => role === "admin" && approved);
  const outcomes = await Promise.all(
    admins.map(({ email }) => sendMail(app, { ...mail, to: email })),
  );
  for (const outcome of outcomes)
    if (outcome.kind === "refused") app.log("warn", "an alert's mail was refused", outcome);
  return outcomes.some(({ kind }) => kind === "accepted");
}

function openedMail(
  app: App,
  { title }: AlertCondition,
  { message, since }: { readonly message: string; readonly since: number },
) {
  const repeated = app.now() - since >= DAY_MS;
  const began = formatTime(app, since, { dateStyle: "medium", timeStyle: "short" });
  const lead = repeated ? `This has been the case since ${began}.\n\n` : "";
  return {
    subject: `${businessName(app)}: ${title}`,
    text: `${lead}${message}\n\n${linkLines(app)}We'll remind you once a day until it's resolved, and tell you when it is.\n`,
  };
}

function closedMail(app: App, { title, outcome }: AlertCondition, { since }: OpenAlert) {
  const became = outcome?.(app, since) ?? null;
  return {
    subject: `${businessName(app)}: ${became === null ? "resolved" : "ended"}: ${title}`,
    text: `${became ?? `This is resolved, and there's nothing more to do: ${title}.`}\n\n${linkLines(app)}`,
  };
}

function businessName(app: App): string {
  return getSettings(app).businessName || "Parlor";
}

function linkLines(app: App): string {
  return app.config.publicUrl ? `${app.config.publicUrl}\n\n` : "";
}
