import { Database } from "bun:sqlite";
import { existsSync, writeFileSync } from "node:fs";
import { configure, openDatabase } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";

// Migrating takes 20 ms, and copying 1 ms.
let migrated: Uint8Array | undefined;

/** A database with this program's schema: in this file, or in memory without a path. */
export function migratedDatabase(path?: string): Database {
  migrated ??= migrateInMemory();
  if (!path) return configure(Database.deserialize(migrated, { strict: true }));
  if (!existsSync(path)) writeFileSync(path, migrated);
  return openDatabase(path);
}

function migrateInMemory(): Uint8Array {
  const db = openDatabase(":memory:");
  migrate(db);
  return db.serialize();
}
