import type { App, Staff } from "#src/app.ts";
import { toIso } from "#src/shared/iso-time.ts";
import type { Settings } from "./contract.ts";
import {
  SETTINGS,
  type SecretName,
  type SettingName,
  type SettingsValues,
} from "./table-contract.ts";

interface Derived {
  /** Returns undefined when the secret is not set or cannot be decrypted. */
  readonly findSecret: (name: SecretName) => string | undefined;
  readonly canMail: boolean;
  readonly canText: boolean;
  readonly sendingPaused: string | null;
}

/** Returns what the actor may read: admins everything, other staff what their screens need. */
export function toSettings(
  app: App,
  actor: Staff,
  values: SettingsValues,
  { findSecret, canMail, canText, sendingPaused }: Derived,
): Settings {
  const isAdmin = actor.role === "admin";
  const toSent = (name: SettingName): unknown => {
    const { secret, showsLast4, isMoment } = SETTINGS[name];
    if (secret) return toSavedSecret(findSecret(name as SecretName), showsLast4);
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
    canText,
    ...(isAdmin && { canMail, publicUrl: app.config.publicUrl ?? null, sendingPaused }),
  };
}

function toSavedSecret(value: string | undefined, showsLast4: boolean) {
  return { set: value !== undefined, last4: (showsLast4 && value?.slice(-4)) || null };
}
