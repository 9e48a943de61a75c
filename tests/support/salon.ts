import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ACCOUNT_SID, AUTH_TOKEN, PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { newFolder, type RunningParlor, runParlor } from "./binary.ts";
import { StaffClient } from "./staff-client.ts";

export const OWNER = {
  username: "olivia",
  email: "olivia@example.com",
  password: "a long enough one",
};

let ownerFiles: Map<string, Uint8Array> | undefined;

/**
 * Makes the owner's account in a data folder. A new folder becomes a copy of a prepared one, because the command
 * takes 0.2 s of processor time.
 */
export async function createOwner(data: string): Promise<void> {
  if (existsSync(join(data, "parlor.db"))) return runAdminCreate(data);
  if (!ownerFiles) {
    const first = newFolder("owner");
    await runAdminCreate(first);
    ownerFiles = new Map(readdirSync(first).map((name) => [name, readFileSync(join(first, name))]));
  }
  mkdirSync(data, { recursive: true, mode: 0o700 });
  for (const [name, bytes] of ownerFiles) writeFileSync(join(data, name), bytes, { mode: 0o600 });
}

/** Makes the owner's account from the shell, as an owner would. */
export async function runAdminCreate(data: string): Promise<void> {
  const { username, email, password } = OWNER;
  const made = await runParlor(
    ["admin", "create", "--data", data, "--username", username, "--email", email, "--new"],
    password,
  );
  if (made.code !== 0) throw new Error(made.err);
}

export async function signedIn(parlor: Pick<RunningParlor, "url">): Promise<StaffClient> {
  const client = new StaffClient(parlor.url);
  await client.signIn(OWNER.username, OWNER.password);
  return client;
}

/** Connects the stand-in as Twilio and sets a pace. */
export async function connectStandIn(
  client: StaffClient,
  url: string,
  pace: { messageCount: number; delaySeconds: number },
): Promise<void> {
  await client.request("POST", "/api/settings", {
    twilioAccountSid: ACCOUNT_SID,
    twilioAuthToken: AUTH_TOKEN,
    twilioPhoneNumber: PHONE_NUMBER,
    webhookBaseUrl: url,
    quietHoursEnabled: false,
    ...pace,
  });
}

/** Imports this many clients. Returns their contact ids. */
export async function importClients(client: StaffClient, count: number): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    firstName: `Client ${n}`,
    lastName: "Of Tests",
    phoneNumber: `+1212${String(2_000_000 + n * 10 + 4).padStart(7, "0")}`,
  }));
  for (let from = 0; from < rows.length; from += 500)
    await client.request("POST", "/api/contacts/bulk-import", {
      contacts: rows.slice(from, from + 500),
      consentBasis: "They signed a form",
    });
  const all = (await client.request("GET", "/api/contacts/all")) as { id: number }[];
  return all.map(({ id }) => id);
}
