import { afterAll, beforeAll, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { DEMO_PASSWORD, DEMO_USER } from "#src/demo/salon.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { createOwner, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { CHROMIUM, JOURNEY_MS, launch, type Visitor } from "./browser.ts";
import { signedInVisitor } from "./steps.ts";

/** The demo's owner. */
export const MAYA = { username: DEMO_USER, password: DEMO_PASSWORD };

/** A test in a browser, skipped without one. */
export const journey = test.skipIf(!existsSync(CHROMIUM));

/** A running salon and a browser, for all tests of a file. */
export interface JourneySalon {
  parlor: RunningParlor;
  browser: Browser;
  /** The data folder. */
  data: string;
  /** The owner's browser. */
  owner: Visitor;
  /** What axe found, for a last test. */
  readonly unfit: string[];
}

/** Starts a salon on the simulated carrier before the file's tests, and fills it. */
export function simulatedSalon(
  name: string,
  fill: (staff: StaffClient) => Promise<unknown>,
): JourneySalon & { staff: StaffClient } {
  const salon = journeySalon(async () => {
    const data = newFolder(name);
    await createOwner(data);
    const parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
      PARLOR_CARRIER: "simulated",
    });
    const staff = await signedIn(parlor);
    await fill(staff);
    return { data, parlor, staff };
  });
  return salon as JourneySalon & { staff: StaffClient };
}

/** Starts the demo before the file's tests. */
export function demoSalon(name: string): JourneySalon {
  return journeySalon(async () => {
    const data = newFolder(name);
    return {
      data,
      parlor: await startParlor(["demo", "--data", data, "--port", "0"]),
      account: MAYA,
    };
  });
}

function journeySalon(
  start: () => Promise<{
    data: string;
    parlor: RunningParlor;
    account?: typeof MAYA;
    staff?: StaffClient;
  }>,
): JourneySalon {
  const salon = { unfit: [] } as unknown as JourneySalon;
  beforeAll(async () => {
    if (!existsSync(CHROMIUM)) return;
    const { account, ...started } = await start();
    const browser = await launch();
    const owner = await signedInVisitor(browser, started.parlor, account);
    Object.assign(salon, started, { browser, owner });
  }, JOURNEY_MS);
  afterAll(async () => {
    await salon.browser?.close();
    await salon.parlor?.end("SIGTERM");
  });
  return salon;
}

/** Adds Elena and Tomas. Returns their ids. */
export async function addEmployees(staff: StaffClient): Promise<number[]> {
  const added = [];
  for (const name of ["Elena Sato", "Tomas Cruz"])
    added.push((await staff.request("POST", "/api/employees", { name })).id as number);
  return added;
}
