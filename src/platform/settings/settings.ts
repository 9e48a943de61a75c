import { inTransaction } from "#db/connection.ts";
import { listSealed } from "#db/platform/encrypted-columns.ts";
import { allSettings, setSetting } from "#db/platform/settings.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import type { MailServer } from "#src/platform/providers/mail.ts";
import type { ReviewsAccess } from "#src/platform/providers/reviews.ts";
import { pausedReason } from "#src/platform/sending-state.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { requireUnchanged, type Was } from "#src/shared/unchanged.ts";
import type { Settings } from "./contract.ts";
import { fitsSetting, normalizeChange } from "./normalize-change.ts";
import { DEFAULTS, type SettingsChange } from "./shapes-contract.ts";
import {
  isSecret,
  SETTINGS,
  type SecretName,
  type SettingName,
  type SettingsValues,
} from "./table-contract.ts";
import { applyChangedWorkHours } from "./work-hours.ts";

interface Cached {
  readonly version: number;
  readonly values: SettingsValues;
  /** Those that were opened. */
  readonly secrets: Map<SecretName, string | undefined>;
}

const cache = new WeakMap<App, Cached>();

/** Returns the current settings. A change by any process applies without a restart. */
export function getSettings(app: App): SettingsValues {
  return readCached(app).values;
}

function readCached(app: App): Cached {
  const version = app.events.version("settings");
  const cached = cache.get(app);
  if (cached?.version === version) return cached;
  const stored = [...allSettings(app.db)].filter(([name, value]) => {
    const isKnown = fitsSetting(name, value);
    if (!isKnown) app.log("warn", "a stored setting can't be read", { setting: name });
    return isKnown;
  });
  const own = Object.fromEntries(stored);
  const values = { ...DEFAULTS, timeZone: Temporal.Now.timeZoneId(), ...own };
  const read = { version, values, secrets: new Map() };
  cache.set(app, read);
  return read;
}

/** Returns undefined when the secret is not set or was sealed with another key. */
export function findSecret(app: App, name: SecretName): string | undefined {
  const { values, secrets } = readCached(app);
  return secrets.getOrInsertComputed(name, () =>
    values[name] === "" ? undefined : app.secrets.open(name, values[name]),
  );
}

/** Names of the secrets that are set, whether or not this key opens them. */
export function listSavedSecrets(app: App): SecretName[] {
  const values = getSettings(app);
  return Object.keys(values)
    .filter(isSecret)
    .filter((name) => values[name] !== "");
}

/** Returns undefined until a host and a sender address are saved. */
export function mailServer(app: App): MailServer | undefined {
  const values = getSettings(app);
  const fromAddress = values.smtpFromAddress || addressIn(values.smtpUser) || values.businessEmail;
  const password = findSecret(app, "smtpPassword");
  if (!values.smtpHost || !fromAddress || (values.smtpUser && password === undefined))
    return undefined;
  return {
    host: values.smtpHost,
    port: values.smtpPort,
    secure: values.smtpSecure,
    user: values.smtpUser,
    password: password ?? "",
    fromName: values.smtpFromName || values.businessName,
    fromAddress,
  };
}

/** Returns the mail server for memberships. Empty fields fall back to the general server. */
export function membershipMailServer(app: App): MailServer | undefined {
  const general = mailServer(app);
  const values = getSettings(app);
  const fromName = values.membershipSmtpFromName || general?.fromName || values.businessName;
  if (!values.membershipSmtpHost) return general && { ...general, fromName };

  const fromAddress =
    addressIn(values.membershipSmtpUser) || general?.fromAddress || values.businessEmail;
  const password = findSecret(app, "membershipSmtpPassword");
  if (!fromAddress || (values.membershipSmtpUser && password === undefined)) return undefined;
  return {
    host: values.membershipSmtpHost,
    port: values.membershipSmtpPort,
    secure: values.membershipSmtpSecure,
    user: values.membershipSmtpUser,
    password: password ?? "",
    fromName,
    fromAddress,
  };
}

/** Returns the saved access to the business's reviews at Google. */
export function reviewsAccess(app: App): ReviewsAccess {
  const values = getSettings(app);
  return {
    apiKey: findSecret(app, "googleApiKey"),
    placeId: values.googlePlaceId || undefined,
    clientId: values.googleOAuthClientId || undefined,
    clientSecret: findSecret(app, "googleOAuthClientSecret"),
    refreshToken: findSecret(app, "googleOAuthRefreshToken"),
    accountId: values.googleAccountId || undefined,
    locationId: values.googleLocationId || undefined,
  };
}

function addressIn(user: string): string {
  return user.includes("@") ? user : "";
}

/** Converts epoch milliseconds to a time in the business's time zone. */
export function toZonedTime(app: App, instant: number): Temporal.ZonedDateTime {
  const { timeZone } = getSettings(app);
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
}

/** Returns the current day in the business's time zone, such as "2026-11-20". */
export function businessDay(app: App): string {
  return toZonedTime(app, app.now()).toPlainDate().toString();
}

/** Returns the current hour in the business's time zone, 0 to 23. */
export function businessHour(app: App): number {
  return toZonedTime(app, app.now()).hour;
}

/** Returns when the next day in the business's time zone begins, in epoch milliseconds. */
export function nextBusinessDay(app: App): number {
  return toZonedTime(app, app.now()).add({ days: 1 }).startOfDay().epochMilliseconds;
}

/** Returns the base of the addresses that providers send webhooks to and sign. */
export function webhookBaseUrl(app: App): string | undefined {
  return getSettings(app).webhookBaseUrl.replace(/\/+$/, "") || app.config.publicUrl;
}

export type { SettingsValues };

/** Returns the base of the client pages' addresses, without a trailing slash. */
export function clientPagesUrl(app: App): string {
  const domain = membershipDomain(app);
  if (domain !== undefined) return `https://${domain}`;
  return app.config.publicUrl ?? `http://localhost:${app.config.port}`;
}

/** Returns the host that serves only client pages, when the business has one. */
export function membershipDomain(app: App): string | undefined {
  const { membershipDomainEnabled, membershipDomain: domain } = getSettings(app);
  return membershipDomainEnabled && domain !== "" ? domain : undefined;
}

/** @throws Problem 400, 409 when someone else changed one of the fields */
export function saveSettings(
  app: App,
  actor: Staff,
  { was, ...change }: SettingsChange & { readonly was?: Was },
): Settings {
  const values = normalizeChange(getSettings(app), change, findSecret(app, "stripeSecretKey"));
  inTransaction(app.db, () => {
    requireUnchanged(readSettings(app, actor), was, Object.keys(change));
    const before = getSettings(app);
    for (const [name, value] of Object.entries(values)) {
      setSetting(app.db, name, isSecret(name) ? seal(app, name, String(value)) : value);
      if (isDatedSwitch(name) && value === true && !before[name])
        setSetting(app.db, `${name}At`, app.now());
    }
    setSetting(app.db, "updatedAt", app.now());
    record(app, actor, { action: "settings.update", metadata: { fields: Object.keys(values) } });
    app.events.changed("settings");
    applyChangedWorkHours(app, before, getSettings(app));
  });
  return readSettings(app, actor);
}

/** A switch whose setting applies only to what happens after it was turned on. */
type DatedSwitch = {
  [Name in SettingName]: `${Name}At` extends SettingName ? Name : never;
}[SettingName];

function isDatedSwitch(name: string): name is DatedSwitch {
  return Object.hasOwn(SETTINGS, `${name}At`);
}

/** Admins see all settings, other users only what their screens need. A secret shows its last four characters. */
export function readSettings(app: App, actor: Staff): Settings {
  const values = getSettings(app);
  const isAdmin = actor.role === "admin";
  const toSent = (name: SettingName): unknown => {
    const { secret, showsLast4, isMoment } = SETTINGS[name];
    if (secret) return toSavedSecret(findSecret(app, name as SecretName), showsLast4);
    return isMoment ? toIso(values[name] as number | null) : values[name];
  };
  const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => {
    const { reply, audience } = SETTINGS[name];
    return reply && (isAdmin || audience === "staff");
  });
  return {
    ...(Object.fromEntries(names.map((name) => [name, toSent(name)])) as Settings),
    simulatedCarrier: !app.providers.carrier.reachesPhones,
    demo: app.config.demo,
    canText: app.providers.carrier.isReady(app),
    ...(isAdmin && {
      canMail: mailServer(app) !== undefined,
      publicUrl: app.config.publicUrl ?? null,
      sendingPaused: pausedReason(app),
    }),
  };
}

function toSavedSecret(value: string | undefined, showsLast4: boolean) {
  return { set: value !== undefined, last4: (showsLast4 && value?.slice(-4)) || null };
}

/** As it is stored; empty for none. */
export function seal(app: App, name: SecretName, value: string): string {
  return value === "" ? "" : app.secrets.seal(name, value);
}

/** Returns the names of saved secrets that don't open with this server's key, each once. */
export function listClosedSecrets(app: App): string[] {
  const closed = listSealed(app.db).filter(
    ({ boundTo, record }) => app.secrets.open(boundTo, record) === undefined,
  );
  return [...new Set(closed.map(({ boundTo }) => boundTo))];
}
