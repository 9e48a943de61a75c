import { afterAll, expect, test } from "bun:test";
import { cpSync, existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import packageJson from "#package" with { type: "json" };
import { packRelease } from "#scripts/release/pack.ts";
import type { Target } from "#scripts/release/targets.ts";
import { BINARY, newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import {
  CAN_CHROOT,
  type CleanRoot,
  copyInto,
  createCleanRoot,
  librariesOf,
} from "#tests/support/clean-root.ts";
import { type StandInProcess, startStandInProcess } from "#tests/support/stand-in-process.ts";
import { CHROMIUM, JOURNEY_MS, launch, visitor } from "./browser.ts";
import { writeClientsCsv } from "./clients-csv.ts";
import {
  chooseClientsFile,
  connectNumber,
  createOwnerAccount,
  enterTwilioAccount,
  openSetUpLink,
} from "./first-steps.ts";
import { bar, go, goToSettings, until, waitForText } from "./steps.ts";

const TEN_MINUTES_MS = 600_000;
const name = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
const TARGET: Target = { name, bun: `bun-${name}` as Bun.Build.CompileTarget };

const endings: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

test.skipIf(!existsSync(CHROMIUM) || !CAN_CHROOT)(
  "from the install script on a fresh system to the first text takes less than ten minutes",
  async () => {
    const standIn = await startStandInProcess(9);
    endings.push(() => standIn.end());
    await standIn.control({
      magic: false,
      registration: { brand: { status: "PENDING" }, campaign: { campaign_status: "PENDING" } },
    });
    const root = await systemWithRelease();
    const browser = await launch();
    endings.push(() => browser.close());
    const { page, complaints } = await visitor(browser);
    const startedAt = performance.now();

    expect(root.run(["sh", "/release/install.sh"]).output).toContain("is installed.");
    const parlor = await startInstalled(root, standIn);
    await openSetUpLink(page, parlor);
    await createOwnerAccount(page);
    const checklist = page.getByRole("region", { name: "Set up your salon" });
    await checklist.getByRole("link", { name: /Twilio/ }).waitFor();
    await enterTwilioAccount(page, parlor);
    await connectNumber(page);

    const file = join(newFolder("csv"), "clients.csv");
    writeClientsCsv(file);
    await go(page, "Contacts");
    await chooseClientsFile(page, file);
    await page.getByRole("button", { name: "Import Contacts" }).click();
    await waitForText(page, "1,000 contacts imported");
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();

    await goToSettings(page, "Texting");
    const card = page.getByRole("region", { name: "Get Approved" });
    await card.getByLabel("Legal business name").fill("Halcyon LLC");
    await card.getByRole("button", { name: "Save Details" }).click();
    await card.getByText("Brand", { exact: true }).last().click();
    await card.getByText("Halcyon LLC").waitFor();

    await go(page, "Inbox");
    await bar(page).getByRole("button", { name: "New Message" }).click();
    await page.getByRole("dialog").getByRole("combobox").fill("Client799");
    await page.getByRole("option", { name: /Client799 / }).click();
    await page.getByLabel("Message", { exact: true }).fill("Hello from Halcyon!");
    await page.keyboard.press("Enter");
    await until(async () =>
      (await standIn.log()).some(({ body }) => body.includes("Hello from Halcyon!")),
    );
    expect(performance.now() - startedAt).toBeLessThan(TEN_MINUTES_MS);
    expect(complaints).toEqual([]);
  },
  JOURNEY_MS,
);

/** A clean system with the release in /release. */
async function systemWithRelease(): Promise<CleanRoot> {
  const release = newFolder("release");
  await packRelease(release, packageJson.version, [{ target: TARGET, program: BINARY }], {
    level: 1,
  });
  const root = createCleanRoot();
  cpSync(release, join(root.path, "release"), { recursive: true });
  for (const library of librariesOf(BINARY)) copyInto(root.path, realpathSync(library), library);
  return root;
}

async function startInstalled(root: CleanRoot, { url }: StandInProcess): Promise<RunningParlor> {
  const parlor = await startParlor(
    ["serve", "--data", "/var/lib/parlor", "--port", "0"],
    { TWILIO_API_BASE: url, TWILIO_LOOKUPS_BASE: url, TWILIO_MESSAGING_BASE: url },
    [...root.enter, "/usr/local/bin/parlor"],
  );
  endings.push(() => parlor.end("SIGTERM"));
  return parlor;
}
