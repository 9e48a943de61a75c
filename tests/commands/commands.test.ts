import { afterEach, expect, test } from "bun:test";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TOTP } from "otpauth";
import { openDatabase } from "#db/connection.ts";
import manifest from "#package" with { type: "json" };
import { newFolder, type RunningParlor, runParlor, startParlor } from "#tests/support/binary.ts";
import { createOwner, runAdminCreate, signedIn } from "#tests/support/salon.ts";
import { StaffClient } from "#tests/support/staff-client.ts";
import { until } from "#tests/support/until.ts";

const running: RunningParlor[] = [];
afterEach(async () => {
  for (const parlor of running.splice(0)) await parlor.end("SIGKILL");
});

async function serve(data: string, ...more: string[]): Promise<RunningParlor> {
  const parlor = await startParlor(["serve", "--data", data, "--port", "0", ...more]);
  running.push(parlor);
  return parlor;
}

/** A folder with an owner. */
async function ownedFolder(name: string): Promise<string> {
  const data = newFolder(name);
  await createOwner(data);
  return data;
}

async function register({ url }: RunningParlor, username: string, setup?: string): Promise<string> {
  const body = { username, email: `${username}@example.com`, password: "a long enough one" };
  const answer = await fetch(`${url}/api/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...body, ...(setup !== undefined && { setup }) }),
  });
  return ((await answer.json()) as { message: string }).message;
}

const tokenOf = (text: string) => /setup=([\w-]+)/.exec(text)?.[1];

test("each command explains itself, and version prints the version", async () => {
  expect(await runParlor(["version"])).toEqual({ out: `${manifest.version}\n`, err: "", code: 0 });
  for (const args of [[], ["--help"], ["help"]]) {
    const { code, out } = await runParlor(args);
    expect([args, code, out]).toEqual([args, 0, expect.stringContaining("start the server")]);
  }
  for (const command of [
    "serve",
    "demo",
    "backup",
    "restore",
    "export",
    "import",
    "migrate",
    "doctor",
  ]) {
    const { code, out } = await runParlor([command, "--help"]);
    expect([command, code, out]).toEqual([command, 0, expect.stringContaining("--data <folder>")]);
  }
  const create = await runParlor(["admin", "create", "-h"]);
  expect([create.code, create.out]).toEqual([0, expect.stringContaining("--username <name>")]);
});

test.each([
  [["sevre"], "serve"],
  [["serve", "--dtaa", "x"], "--data"],
  [["admin", "creat"], "create"],
])("a typing mistake in %p is answered with the correct word", async (args, suggestion) => {
  const { code, out, err } = await runParlor(args);
  expect([code, out, err]).toEqual([2, "", expect.stringContaining(`Did you mean ${suggestion}?`)]);
});

test.each([
  [["serve", "--port", "abc"], "--port <number>"],
  [["backup"], "missing required argument 'file'"],
  [["admin", "create", "--username", "petra"], "--email <address>"],
])("%p is refused with the reason", async (args, part) => {
  const { code, err } = await runParlor(args);
  expect([code, err]).toEqual([2, expect.stringContaining(part)]);
  expect(err).not.toContain("PARLOR_PORT");
});

test.each([
  [{ PARLOR_DTAA: "x" }, "PARLOR_DTAA isn't a setting. Did you mean PARLOR_DATA?"],
  [{ PARLOR_PORT: "abc" }, "PARLOR_PORT must be a number from 0 to 65535."],
  [{ PARLOR_PUBLIC_URL: "salon" }, "PARLOR_PUBLIC_URL must be an address such as"],
  [{ PARLOR_TRUSTED_PROXIES: "foo" }, "PARLOR_TRUSTED_PROXIES must be addresses or blocks such as"],
  [{ PARLOR_DISK_LOW_MB: "much" }, "PARLOR_DISK_LOW_MB must be a whole number of megabytes."],
  [{ PARLOR_CARRIER: "pigeon" }, "PARLOR_CARRIER must be twilio or simulated."],
  [{ PARLOR_SETTLE_SECONDS: "-1" }, "PARLOR_SETTLE_SECONDS must be a number of seconds."],
  [{ PARLOR_ALLOW_PRIVATE_HOSTS: "maybe" }, "PARLOR_ALLOW_PRIVATE_HOSTS must be true or false."],
  [{ PARLOR_SECRET_KEY: "short" }, "PARLOR_SECRET_KEY must hold 32 bytes in base64."],
])("the setting %p is refused by name", async (env, message) => {
  const { code, err } = await runParlor(["serve", "--data", newFolder("names")], "", {
    ...env,
  });
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  expect(err).not.toContain("    at ");
});

test("an unusable folder and an unknown host are refused in one line", async () => {
  const file = join(newFolder("file"), "file");
  writeFileSync(file, "");
  for (const args of [
    ["--data", file],
    ["--data", join(file, "below")],
    ["--data", newFolder("host"), "--host", "203.0.113.77"],
  ]) {
    const { code, err } = await runParlor(["serve", "--port", "0", ...args]);
    expect([args, code, err.trim().split("\n").length]).toEqual([args, 1, 1]);
    expect(err).toMatch(/^Can't (use the data folder|listen on)/);
  }
});

test("only serve, demo and admin create --new create a database", async () => {
  const data = join(newFolder("nowhere"), "typo");
  const reset = ["admin", "reset-password", "--username", "x"];
  const create = ["admin", "create", "--username", "petra", "--email", "petra@example.com"];
  for (const args of [["migrate"], ["doctor"], ["admin", "setup-link"], reset, create]) {
    const { code, err } = await runParlor([...args, "--data", data], "a long enough one");
    expect([args, code, err]).toEqual([
      args,
      1,
      `No database in ${data}. Run \`parlor serve\` first, or pass --data.\n`,
    ]);
  }
  expect(existsSync(data)).toBe(false);
  expect((await runParlor([...create, "--new", "--data", data], "a long enough one")).code).toBe(0);
});

test("an administrator created while the server runs can sign in at once", async () => {
  const data = await ownedFolder("beside");
  const parlor = await serve(data);
  const client = await signedIn(parlor);
  expect(await client.request("GET", "/api/users")).toHaveLength(1);
  const args = [
    "admin",
    "create",
    "--username",
    "petra",
    "--email",
    "petra@example.com",
    "--data",
    data,
  ];
  expect(await runParlor(args, "another long one\n")).toEqual({
    out: "petra is an administrator now.\n",
    err: "",
    code: 0,
  });
  expect(await client.request("GET", "/api/users")).toHaveLength(2);
  await new StaffClient(parlor.url).signIn("petra", "another long one");

  const again = await runParlor(args, "another long one");
  expect([again.code, again.err]).toEqual([1, "That username is taken. Choose another one.\n"]);
});

test("a password reset from the shell ends the sessions of a running server", async () => {
  const data = await ownedFolder("reset");
  const parlor = await serve(data);
  const client = await signedIn(parlor);
  const args = ["admin", "reset-password", "--username", "olivia", "--data", data];
  const short = await runParlor(args, "12345");
  expect([short.code, short.err]).toEqual([1, "Password must be at least 6 characters\n"]);
  expect(await client.request("GET", "/api/user")).toMatchObject({ username: "olivia" });

  const { out, code } = await runParlor(args, "an entirely new one");
  expect([code, out]).toEqual([0, "olivia has a new password; all sessions have ended.\n"]);
  await expect(client.request("GET", "/api/user")).rejects.toThrow("401");
  await expect(signedIn(parlor)).rejects.toThrow("401");
  await new StaffClient(parlor.url).signIn("olivia", "an entirely new one");
  const nobody = await runParlor(
    ["admin", "reset-password", "--username", "x", "--data", data],
    "a long one",
  );
  expect([nobody.code, nobody.err]).toEqual([1, "There is no user named x.\n"]);
});

test("the shell says that a second factor is still on, and switches it off on request", async () => {
  const data = await ownedFolder("second-factor");
  const parlor = await serve(data);
  const client = await signedIn(parlor);
  const args = ["admin", "reset-password", "--username", "olivia", "--data", data];
  const { secret } = await client.request("POST", "/api/account/second-factor", {
    password: "a long enough one",
  });
  const code = new TOTP({ secret }).generate();
  await client.request("POST", "/api/account/second-factor/confirm", { code });

  expect((await runParlor(args, "an entirely new one")).out).toContain(
    "Signing in still needs a code from the authenticator app. Add --without-second-factor",
  );
  const olivia = new StaffClient(parlor.url);
  await expect(olivia.signIn("olivia", "an entirely new one")).rejects.toThrow("authenticator app");
  const { out } = await runParlor([...args, "--without-second-factor"], "another new one");
  expect(out).toBe("olivia has a new password; all sessions have ended.\n");
  await olivia.signIn("olivia", "another new one");
});

test("a server that starts while another program writes waits for it", async () => {
  const data = await ownedFolder("busy-start");
  const other = openDatabase(join(data, "parlor.db"), 5_000);
  other.run("begin immediate");
  const starting = serve(data);
  await Bun.sleep(500);
  other.run("commit");
  const parlor = await starting;
  // Texts are caught up with in this second.
  other.run("begin immediate");
  await Bun.sleep(1_000);
  other.run("commit");
  other.close();
  await new StaffClient(parlor.url).signIn("olivia", "a long enough one");
});

test("the start prints a setup link, the shell creates a new one, and neither does once there is an owner", async () => {
  const data = newFolder("link");
  const parlor = await serve(data);
  const printed = await until("a link", () => tokenOf(parlor.said()));
  const { out } = await runParlor(["admin", "setup-link", "--data", data]);
  // The link leads to the running server, whatever its port.
  expect(out).toStartWith(`${parlor.url}/auth?setup=`);
  const fresh = tokenOf(out);
  expect([printed.length, fresh?.length]).toEqual([32, 32]);
  expect(await register(parlor, "former", printed)).toStartWith("Registration received.");
  expect(await register(parlor, "olivia", fresh)).toBe("Your administrator account is ready.");
  const late = await runParlor(["admin", "setup-link", "--data", data]);
  expect([late.code, late.err]).toEqual([
    1,
    "There's already an administrator. Use `parlor admin create`.\n",
  ]);
});

test("an administrator needs a good password and a valid email address", async () => {
  const data = newFolder("lacks");
  const create = async (email: string, password: string) => {
    const args = ["admin", "create", "--new", "--username", "petra", "--email", email];
    const { code, err } = await runParlor([...args, "--data", data], password);
    return [code, err.trim()];
  };
  expect(await create("petra@example.com", "123456")).toEqual([
    1,
    "That password is too easy to guess. Choose another one.",
  ]);
  expect(await create("petra@example.com", "123")).toEqual([
    1,
    "Password must be at least 6 characters",
  ]);
  expect(await create("petra", "a long enough one")).toEqual([1, "Invalid email address"]);
});

test("a second server on the same folder is refused with a message, and the first keeps running", async () => {
  const data = await ownedFolder("second");
  const parlor = await serve(data);
  const refused = await runParlor(["serve", "--data", data, "--port", "0"]);
  expect([refused.code, refused.err]).toEqual([
    1,
    `Another Parlor is using the data folder ${data}. Stop it first.\n`,
  ]);
  for (const command of ["migrate", "restore"]) {
    const { code, err } = await runParlor([
      command,
      ...(command === "restore" ? ["x.db"] : []),
      "--data",
      data,
    ]);
    expect([command, code, err]).toEqual([command, 1, refused.err]);
  }
  expect((await fetch(`${parlor.url}/up`)).status).toBe(200);
});

test("up and ready respond, and SIGTERM exits with 0 so that the next server can start", async () => {
  const data = await ownedFolder("ready");
  const parlor = await serve(data);
  expect(await (await fetch(`${parlor.url}/up`)).text()).toBe("up");
  const ready = await fetch(`${parlor.url}/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true, troubles: [] }]);
  expect(await parlor.end("SIGTERM")).toBe(0);
  // The write-ahead log is empty, so a plain copy of the database file is complete.
  expect(
    existsSync(join(data, "parlor.db-wal")) && statSync(join(data, "parlor.db-wal")).size,
  ).toBeFalsy();
  const next = await serve(data);
  await signedIn(next);
  expect(next.said()).not.toContain("setup=");
});

test("the folder and the key are readable only by their owner", async () => {
  const data = join(newFolder("modes"), "inner");
  await runAdminCreate(data);
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([mode(data), mode(join(data, "secret.key"))]).toEqual(["700", "600"]);
});

test("SIGHUP stops the server as SIGTERM does", async () => {
  const parlor = await serve(await ownedFolder("hangup"));
  process.kill(parlor.pid, "SIGHUP");
  expect(await parlor.exited).toBe(0);
  expect(parlor.logged()).toContain('"event":"stopping"');
});

test("a passive server responds, and sends nothing", async () => {
  const data = await ownedFolder("passive");
  const parlor = await serve(data, "--passive");
  const client = await signedIn(parlor);
  expect(await client.request("GET", "/api/campaigns")).toEqual([]);
  expect(await (await fetch(`${parlor.url}/ready`)).json()).toEqual({ ready: true, troubles: [] });
});
