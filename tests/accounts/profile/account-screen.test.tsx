import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import type { Account } from "#src/accounts/profile/contract.ts";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";

const ROSA = staffWith("/inbox");
const HERE = {
  id: "a1",
  device: "Chrome on Windows",
  ip: "203.0.113.7",
  signedInAt: "2026-11-19T15:00:00.000Z",
  lastSeenAt: "2026-11-19T15:00:00.000Z",
  current: true,
};
const PHONE = { ...HERE, id: "b2", device: "Safari on iPhone", current: false };
const ACCOUNT: Account = {
  username: "rosa",
  email: "rosa@salon.example",
  canMail: true,
  secondFactor: { since: null, recoveryCodesLeft: 0 },
  sessions: [HERE, PHONE],
};
const ON: Account = {
  ...ACCOUNT,
  secondFactor: { since: "2026-11-18T15:00:00.000Z", recoveryCodesLeft: 2 },
};
const CODES = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-000${n}`);
const MADE = {
  secret: "ABCDEFGHIJKLMNOP",
  uri: "otpauth://totp/x",
  qr: { size: 29, path: "M4 4h1v1h-1z" },
};

const WITH = (account: Account) => ({ "GET /api/account": account });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => screen.getByRole("button", { name });
const card = (name: string) => within(screen.getByRole("region", { name }));

test("the name in the sidebar leads every signed-in user to the account page", async () => {
  const { keys } = await openApp("/inbox", ROSA, WITH(ACCOUNT));
  await keys.click(screen.getByRole("link", { name: /Your Account/ }));
  await screen.findByRole("heading", { level: 1, name: "Your Account" });
  screen.getByText("rosa@salon.example");
});

test("without a mail server an administrator is led to its settings", async () => {
  await openApp("/account", ADMIN, WITH({ ...ACCOUNT, canMail: false }));
  expect(
    screen.getByRole("link", { name: "add a mail server in Settings" }).getAttribute("href"),
  ).toBe("/settings/advanced#smtp");
});

test("a new password is sent with the old one, and the form is empty afterwards", async () => {
  const { keys, sent } = await openApp("/account", ROSA, {
    ...WITH(ACCOUNT),
    "POST /api/account/password": null,
  });
  await keys.type(field("Current password"), "the old one");
  await keys.type(field("New password"), "the new one");
  await keys.type(field("Confirm password"), "the new oen{Enter}");
  await screen.findByText("Passwords don't match");
  expect(sent).toEqual([]);
  await keys.clear(field("Confirm password"));
  await keys.type(field("Confirm password"), "the new one{Enter}");
  await screen.findByText("Password changed");
  expect(sent).toEqual([
    'POST /api/account/password {"currentPassword":"the old one","password":"the new one"}',
  ]);
  expect(field("Current password").value).toBe("");
});

test("a wrong old password is reported at its field", async () => {
  const { keys } = await openApp("/account", ROSA, {
    ...WITH(ACCOUNT),
    "POST /api/account/password": refuseWith({
      status: 400,
      message: "Wrong password. Try again.",
      errors: { currentPassword: "Wrong password. Try again." },
    }),
  });
  await keys.type(field("Current password"), "x");
  await keys.type(field("New password"), "the new one");
  await keys.type(field("Confirm password"), "the new one{Enter}");
  await screen.findByText("Wrong password. Try again.");
  expect(document.activeElement).toBe(field("Current password"));
});

test("switching on goes from the password to the QR code to ten codes, which Escape can't close", async () => {
  const { keys, sent } = await openApp("/account", ROSA, {
    ...WITH(ACCOUNT),
    "POST /api/account/second-factor": MADE,
    "POST /api/account/second-factor/confirm": { recoveryCodes: CODES },
  });
  await keys.click(press("Set Up"));
  await keys.type(await screen.findByLabelText("Your password"), "secret{Enter}");
  await screen.findByRole("img", { name: /QR code/ });
  screen.getByText("ABCD EFGH IJKL MNOP");
  await keys.type(screen.getByRole("textbox", { name: "Code" }), "12345{Enter}");
  await screen.findByText("Code must be 6 digits");
  await keys.type(screen.getByRole("textbox", { name: "Code" }), "6{Enter}");
  for (const code of CODES) await screen.findByText(code);
  expect(
    decodeURIComponent(screen.getByRole("link", { name: "Download" }).getAttribute("href") ?? ""),
  ).toContain(CODES.join("\n"));
  await keys.keyboard("{Escape}");
  await screen.findByText(/Copy or download them first/);
  await keys.click(press("I've Saved Them"));
  await screen.findByText("Two-step sign-in is on");
  expect(sent).toEqual([
    'POST /api/account/second-factor {"password":"secret"}',
    'POST /api/account/second-factor/confirm {"code":"123456"}',
  ]);
});

test("while it is on, the card says since when, and warns when codes run out", async () => {
  const { keys, sent } = await openApp("/account", ROSA, {
    ...WITH(ON),
    "POST /api/account/second-factor/switch-off": null,
  });
  const two = card("Two-Step Sign-In");
  two.getByText(/2 recovery codes left/);
  two.getByText(/running out/);
  await keys.click(two.getByRole("button", { name: "Turn Off" }));
  await keys.type(await screen.findByLabelText("Your password"), "secret");
  await keys.type(field("Code"), "123456{Enter}");
  await screen.findByText("Two-step sign-in is off");
  expect(sent).toEqual([
    'POST /api/account/second-factor/switch-off {"password":"secret","code":"123456"}',
  ]);
});

test("this session can't be ended; another one can, after a confirmation", async () => {
  const { keys, sent } = await openApp("/account", ROSA, {
    ...WITH(ACCOUNT),
    "DELETE /api/account/sessions/b2": null,
  });
  const [here, phone] = card("Sessions").getAllByRole("listitem");
  within(here as HTMLElement).getByText("This device");
  expect(within(here as HTMLElement).queryByRole("button")).toBeNull();
  expect(phone?.textContent).toContain("203.0.113.7");
  await keys.click(press("End the session of Safari on iPhone"));
  expect(sent).toEqual([]);
  await keys.click(await screen.findByRole("button", { name: "End Session" }));
  await screen.findByText("Session ended");
  expect(sent).toEqual(["DELETE /api/account/sessions/b2"]);
});

test("all other sessions are ended at once", async () => {
  const { keys, sent } = await openApp("/account", ROSA, {
    ...WITH(ACCOUNT),
    "POST /api/account/sessions/end-others": { count: 1 },
  });
  await keys.click(press("End All Others"));
  await keys.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "End All Others" }),
  );
  await screen.findByText("All other sessions ended");
  expect(sent).toEqual(["POST /api/account/sessions/end-others"]);
});

test("with a single session, there is nothing to end", async () => {
  await openApp("/account", ROSA, WITH({ ...ACCOUNT, sessions: [HERE] }));
  expect(screen.queryByRole("button", { name: "End All Others" })).toBeNull();
});
