import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { releaseLocks } from "#db/connection.ts";
import { findSecondFactor, insertSecondFactor } from "#db/platform/second-factors.ts";
import { allSettings, setSetting } from "#db/platform/settings.ts";
import { openForServing } from "#src/commands/open.ts";
import { rotate as rotateNow } from "#src/commands/secrets.ts";
import { findApiKey, findKeyOwner, generateApiKey } from "#src/integrations/zapier/zapier.ts";
import { readConfig } from "#src/platform/config.ts";
import { twilioCredentials } from "#src/platform/providers/twilio/credentials.ts";
import { isSigned, sign } from "#src/platform/secrets/signatures.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { NEW_USER_PERMISSIONS } from "#src/shared/permissions.ts";
import { newFolder } from "#tests/support/binary.ts";

const TOKEN = "the token of a real account";
const ENV_KEY = Buffer.from(new Uint8Array(32).fill(9)).toString("base64");

type Env = Record<string, string>;

/** Opens the folder as a server would, alone in it. */
function withApp<T>(
  data: string,
  env: Env,
  work: (app: ReturnType<typeof openForServing>) => T,
): T {
  const app = openForServing(readConfig(env, { data }));
  try {
    return work(app);
  } finally {
    app.db.close();
    releaseLocks();
  }
}

function salon(name: string, env: Env = {}): string {
  const data = newFolder(name);
  withApp(data, env, (app) => {
    const caller = { ip: null, userAgent: null };
    const owner = { id: "u1", username: "o", role: "admin" as const, permissionVersion: 1, caller };
    const permissions = {
      pages: [],
      employeeIds: [],
      canViewClientPhoneNumbers: true,
      canViewClientNames: true,
    };
    saveSettings(
      app,
      { ...owner, permissions },
      {
        twilioAccountSid: `AC${"a".repeat(32)}`,
        twilioAuthToken: TOKEN,
        twilioPhoneNumber: "+15005550006",
      },
    );
  });
  return data;
}

const tokenOf = (data: string, env: Env = {}) =>
  withApp(data, env, (app) => twilioCredentials(app)?.authToken);

function rotate(data: string, env: Env = {}): string {
  try {
    return rotateNow(readConfig(env, { data }));
  } finally {
    releaseLocks();
  }
}

test("a rotation re-encrypts every secret with a new key, and keeps the old one for old backups", () => {
  const data = salon("rotate");
  const file = join(data, "secret.key");
  const before = readFileSync(file, "utf8");
  expect(rotate(data)).toStartWith("1 saved secrets are encrypted with a new key.");
  expect(readFileSync(file, "utf8")).not.toBe(before);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const former = readdirSync(data).filter((name) => name.includes("former"));
  expect(former.map((name) => readFileSync(join(data, name), "utf8"))).toEqual([before]);
  expect(readdirSync(data).filter((name) => /\.(new|writing)$/.test(name))).toEqual([]);
  expect(tokenOf(data)).toBe(TOKEN);
  rotate(data);
  expect(tokenOf(data)).toBe(TOKEN);
});

test.each([0, 1, 2, 3, 4])(
  "kill -9 after step %d: every secret opens, and the next rotation works",
  async (steps) => {
    const data = salon("cut");
    const child = Bun.spawn(
      [
        process.execPath,
        join(import.meta.dir, "../../../tests/support/rotate-then-die.ts"),
        data,
        String(steps),
      ],
      { stdout: "pipe", stderr: "inherit" },
    );
    const told = (await new Response(child.stdout).text()).trim().split("\n").filter(Boolean);
    await child.exited;
    expect([child.signalCode, told.length]).toEqual(["SIGKILL", steps]);
    expect(tokenOf(data)).toBe(TOKEN);
    // The start has repaired what it found, so nothing is half done.
    expect(existsSync(join(data, "secret.key.new"))).toBe(false);
    expect(tokenOf(data)).toBe(TOKEN);
    expect(rotate(data)).toContain("1 saved secrets");
    expect(tokenOf(data)).toBe(TOKEN);
  },
);

test("authenticator secrets are re-encrypted too, and similar-looking settings are left alone", () => {
  const data = salon("factor");
  withApp(data, {}, (app) => {
    app.db.run(
      `insert into users (id, username, email, password_hash, role, approved, permissions, created_at)
       values ('u1', 'o', 'o@example.com', 'x', 'admin', 1, '{}', 1)`,
    );
    const secret = app.secrets.seal("secondFactorSecret", "BASE32");
    insertSecondFactor(app.db, { userId: "u1", secret, createdAt: 1 });
    setSetting(app.db, "businessName", "v1.0");
  });
  const before = withApp(data, {}, (app) => findSecondFactor(app.db, "u1")?.secret);
  expect(rotate(data)).toStartWith("2 saved secrets");
  withApp(data, {}, (app) => {
    const secret = findSecondFactor(app.db, "u1")?.secret ?? "";
    expect(secret).not.toBe(before ?? "");
    expect(app.secrets.open("secondFactorSecret", secret)).toBe("BASE32");
    expect(allSettings(app.db).get("businessName")).toBe("v1.0");
  });
  expect(tokenOf(data)).toBe(TOKEN);
});

test("an API key is re-encrypted and found by its new hash, also one from an older backup", () => {
  const data = salon("api-key");
  const caller = { ip: null, userAgent: null };
  withApp(data, {}, (app) =>
    app.db.run(
      `insert into users (id, username, email, password_hash, role, approved, permissions, created_at)
       values ('u1', 'o', 'o@example.com', 'x', 'admin', 1, '{}', 1)`,
    ),
  );
  const permissions = { ...NEW_USER_PERMISSIONS };
  const owner = { id: "u1", username: "o", role: "admin" as const, permissionVersion: 1, caller };
  const key = withApp(data, {}, (app) => generateApiKey(app, { ...owner, permissions }));
  const stored = () => withApp(data, {}, (app) => app.db.query("select * from api_keys").values());
  const before = stored();
  rotate(data);
  expect(stored()).not.toEqual(before);
  withApp(data, {}, (app) => {
    expect(findKeyOwner(app, key, caller)?.id).toBe("u1");
    expect(findKeyOwner(app, `${key}x`, caller)).toBeUndefined();
    expect(findApiKey(app, { ...owner, permissions })).toBe(key);
    // As a restored backup has it.
    app.db.run("delete from api_keys");
    app.db.query("insert into api_keys values (?, ?, ?, ?, ?)").run(...(before[0] as string[]));
    expect(findKeyOwner(app, key, caller)?.id).toBe("u1");
    expect(findApiKey(app, { ...owner, permissions })).toBe(key);
  });
});

test("a key file left incomplete by a power failure is ignored", async () => {
  const data = salon("half");
  await Bun.write(join(data, "secret.key.new"), "abc");
  expect(tokenOf(data)).toBe(TOKEN);
  expect(existsSync(join(data, "secret.key.new"))).toBe(false);
});

test("with PARLOR_SECRET_KEY, both keys work until the new one is set there", () => {
  const env = { PARLOR_SECRET_KEY: ENV_KEY };
  const data = salon("env", env);
  const message = rotate(data, env);
  expect(message).toContain("in front of what PARLOR_SECRET_KEY has now");
  const file = join(data, "secret.key.new");
  const fresh = readFileSync(file, "utf8");
  expect(tokenOf(data, env)).toBe(TOKEN);
  expect(() => rotate(data, env)).toThrow("isn't in use yet");
  expect(tokenOf(data, { PARLOR_SECRET_KEY: fresh })).toBe(TOKEN);
  expect(existsSync(file)).toBe(false);
  expect(tokenOf(data, { PARLOR_SECRET_KEY: fresh })).toBe(TOKEN);
  expect(tokenOf(data, env)).toBeUndefined();
});

test("a former key after a comma in PARLOR_SECRET_KEY keeps links that were texted valid", () => {
  const env = { PARLOR_SECRET_KEY: ENV_KEY };
  const data = salon("links", env);
  const link = withApp(data, env, (app) => sign(app, "link", "1"));
  expect(rotate(data, env)).toContain(
    "Without the former key, links that were texted stop working",
  );
  const fresh = readFileSync(join(data, "secret.key.new"), "utf8").trim();
  const opens = (keys: string) =>
    withApp(data, { PARLOR_SECRET_KEY: keys }, (app) => isSigned(app, "link", "1", link));
  expect([opens(`${fresh},${ENV_KEY}`), opens(fresh)]).toEqual([true, false]);
  // New records are sealed with the first key.
  const both = { PARLOR_SECRET_KEY: `${fresh}, ${ENV_KEY}` };
  const made = withApp(data, both, (app) => sign(app, "link", "2"));
  expect(
    withApp(data, { PARLOR_SECRET_KEY: fresh }, (app) => isSigned(app, "link", "2", made)),
  ).toBe(true);
  expect(() => tokenOf(data, { PARLOR_SECRET_KEY: `${fresh},typo` })).toThrow("32 bytes");
});

test("without its key a server starts, and the connection is not set up", () => {
  const data = salon("lost");
  const other = Buffer.from(new Uint8Array(32).fill(1)).toString("base64");
  expect(tokenOf(data, { PARLOR_SECRET_KEY: other })).toBeUndefined();
  expect(tokenOf(data)).toBe(TOKEN);
});

const ROOT = join(import.meta.dir, "../../..");

test("the rotation covers everything that encrypts a secret", () => {
  const sealing = [...new Bun.Glob("src/**/*.ts").scanSync(ROOT)].filter((file) =>
    readFileSync(join(ROOT, file), "utf8").includes(".seal("),
  );
  // A new name here means a new table in db/platform/encrypted-columns.ts.
  expect(sealing.sort()).toEqual([
    "src/accounts/second-factor/second-factor.ts",
    "src/commands/secrets.ts",
    "src/integrations/zapier/zapier.ts",
    "src/platform/push/push.ts",
    "src/platform/settings/settings.ts",
  ]);
});
