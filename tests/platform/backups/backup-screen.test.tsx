import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import { ADMIN, NOW, openApp, refuseWith } from "#tests/shell/app-stand.tsx";

const NONE = {
  running: false,
  last: null,
  lastGoodAt: null,
  folder: "/var/lib/parlor/backups",
  nightly: true,
  time: "03:00",
  kept: 0,
};
const SOON_AGO = new Date(NOW - 14 * 60_000).toISOString();
const GOOD = {
  ...NONE,
  kept: 7,
  lastGoodAt: SOON_AGO,
  last: { at: SOON_AGO, ok: true, message: "", bytes: 12_345_678 },
};
const card = () => within(screen.getByRole("region", { name: "Backups" }));

test("the card shows the last backup, its size, and the folder", async () => {
  await openApp("/settings/advanced", ADMIN, { "GET /api/backups": GOOD });
  expect(card().getByRole("status").textContent).toBe(
    "Last backup: 14 min ago, 12.3 MBEvery night at 03:00. 7 copies in /var/lib/parlor/backups: the last 7 days and 4 weeks.",
  );
});

test("before the first backup the card says so, and a press makes one", async () => {
  const { keys, sent } = await openApp("/settings/advanced", ADMIN, {
    "POST /api/backups": { ...NONE, running: true },
  });
  card().getByText("Last backup: none yet");
  await keys.click(card().getByRole("button", { name: "Back Up Now" }));
  expect(sent).toEqual(["POST /api/backups"]);
  card().getByRole("button", { name: "Backing up..." });
});

test("a failed try shows its reason and keeps showing the last good backup", async () => {
  const last = { at: "2026-11-19T15:00:00Z", ok: false, message: "The disk is full.", bytes: null };
  const { keys } = await openApp("/settings/advanced", ADMIN, {
    "GET /api/backups": { ...GOOD, last },
    "POST /api/backups": refuseWith({ status: 507, message: "Make room first." }),
  });
  card().getByText("The last attempt failed: The disk is full.");
  expect(card().getByRole("status").textContent).toStartWith("Last backup: 14 min agoEvery");
  await keys.click(card().getByRole("button", { name: "Back Up Now" }));
  await screen.findByText("Make room first.");
});

test("the demo does not promise backups at night", async () => {
  await openApp("/settings/advanced", ADMIN, { "GET /api/backups": { ...GOOD, nightly: false } });
  expect(card().getByRole("status").textContent).toContain(
    "This demo doesn't make nightly backups.",
  );
  expect(card().getByRole("status").textContent).not.toContain("Every night");
});
