import { firstBrokenAgreement } from "#db/billing/agreements.ts";
import { type Database, openReadOnly } from "#db/connection.ts";
import { checkCounts, checkIntegrity, checkSchema, type Finding } from "#db/doctor.ts";
import {
  isKnownSchema,
  requireOwnDatabase,
  SCHEMA_VERSION,
  schemaVersion,
  UnknownSchema,
} from "#db/migrate.ts";
import { firstBrokenAudit } from "#db/platform/audit.ts";
import { listSealed } from "#db/platform/encrypted-columns.ts";
import { readState } from "#db/state.ts";
import { findLastBackup, isBackupOverdue, OVERDUE_STEP } from "#src/platform/backups/backups.ts";
import type { Config } from "#src/platform/config.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";
import { findSecretKeys, KEY_IN_USE } from "#src/platform/secrets/secret-keys.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { describeRestore } from "./damage.ts";
import { requireDatabase } from "./open.ts";

/**
 * Runs `parlor doctor`, also while the server runs. It only reads. Returns a line for each check and,
 * where one failed, what to do. `isWell` is false when a check failed.
 */
export function doctor(config: Config, now = Date.now()): { lines: string[]; isWell: boolean } {
  requireDatabase(config);
  const db = openReadOnly(config.databaseFile);
  try {
    requireOwnDatabase(db, config.databaseFile);
    const findings = examine(db, config, now);
    const isWell = findings.every(({ isFine }) => isFine);
    const steps = findings
      .filter(({ isFine }) => !isFine)
      .map(({ nextStep = describeRestore(config) }) => `Next: ${nextStep}`);
    return {
      lines: [
        ...findings.map(({ isFine, text }) => `${isFine ? "ok  " : "BAD "} ${text}`),
        ...(isWell ? ["Everything is fine."] : new Set(steps)),
      ],
      isWell,
    };
  } finally {
    db.close();
  }
}

function examine(db: Database, config: Config, now: number): Finding[] {
  const integrity = checkIntegrity(db);
  if (integrity.some(({ isFine }) => !isFine)) return integrity;
  const version = schemaVersion(db);
  if (version > 0 && !isKnownSchema(version)) throw new UnknownSchema(version);
  if (version < SCHEMA_VERSION)
    return [
      ...integrity,
      {
        isFine: false,
        text: `The schema is version ${version}; this program needs ${SCHEMA_VERSION}`,
        nextStep:
          "Start Parlor, or run `parlor migrate`. Either upgrades the database after a backup.",
      },
    ];
  return [
    checkSchema(db),
    ...integrity,
    ...checkCounts(db),
    checkAudit(db),
    checkAgreements(db),
    checkSecrets(db, config),
    checkLastBackup(db, now),
  ];
}

function checkAudit(db: Database): Finding {
  const broken = firstBrokenAudit(db);
  return broken === undefined
    ? { isFine: true, text: "The audit log's chain is intact" }
    : {
        isFine: false,
        text: `The audit log was changed at row ${broken}`,
        nextStep: "Someone changed the audit log outside Parlor. Compare it with an older backup.",
      };
}

function checkAgreements(db: Database): Finding {
  const forged = firstBrokenAgreement(db);
  return forged === undefined
    ? { isFine: true, text: "Signed agreements are unchanged" }
    : {
        isFine: false,
        text: `Signed agreement ${forged} was changed after signing`,
        nextStep: `Get agreement ${forged} from an older backup.`,
      };
}

/** Opens every saved secret. */
function checkSecrets(db: Database, config: Config): Finding {
  const keys = findSecretKeys(config, readState<string>(db, KEY_IN_USE));
  const box = keys && createSecretBox(keys.key, keys.others);
  const sealed = listSealed(db);
  const closed = sealed.filter(({ boundTo, record }) => box?.open(boundTo, record) === undefined);
  if (closed.length === 0)
    return {
      isFine: true,
      text: sealed.length === 0 ? "No secrets are saved" : "This key decrypts all saved secrets",
    };
  const names = [...new Set(closed.map(({ boundTo }) => boundTo))].join(", ");
  return {
    isFine: false,
    text: `${closed.length} of ${sealed.length} saved secrets don't open with ${keys ? "this key" : "a key, because there is none"}: ${names}`,
    nextStep: `Put the key that belongs to this database into ${config.secretKeyFile} or PARLOR_SECRET_KEY, or enter the secrets again in Settings.`,
  };
}

function checkLastBackup(db: Database, now: number): Finding {
  const last = findLastBackup(db);
  if (!last) return { isFine: true, text: "There's no nightly backup yet" };
  const at = toIso(last.at);
  if (!last.ok)
    return {
      isFine: false,
      text: `The backup of ${at} failed: ${last.message}`,
      nextStep: "Fix the cause, then press Back Up Now in Settings, Backups.",
    };
  return isBackupOverdue(db, now)
    ? {
        isFine: false,
        text: `The newest backup is more than two days old: ${at}`,
        nextStep: OVERDUE_STEP,
      }
    : { isFine: true, text: `The last backup is from ${at}` };
}
