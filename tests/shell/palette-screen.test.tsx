import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, staffWith } from "./app-stand.tsx";
import { contactRow } from "./rows.ts";

const ODALYS = contactRow({ id: 1, name: "Odalys Quintero" });

const chosen = () => {
  const id = screen.getByRole("combobox").getAttribute("aria-activedescendant");
  return id && document.getElementById(id)?.textContent;
};

test("Ctrl K opens the palette; arrow keys choose, Enter goes, Escape closes", async () => {
  const { keys } = await openApp("/users", ADMIN);
  await keys.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: "Search screens, actions and contacts" });
  expect(chosen()).toBe("DashboardG D");
  await keys.keyboard("{ArrowDown}");
  expect(chosen()).toBe("CampaignsG C");
  await keys.keyboard("{ArrowUp}{ArrowUp}");
  expect(chosen()).toBe("Sign out");

  await keys.keyboard("{Escape}");
  expect(screen.queryByRole("combobox", { name: /^Search screens/ })).toBeNull();
  expect(location.pathname).toBe("/users");

  await keys.click(screen.getByRole("button", { name: /^Search/ }));
  await keys.keyboard("sett{Enter}");
  expect(location.pathname).toStartWith("/settings");
  expect(screen.queryByRole("combobox", { name: /^Search screens/ })).toBeNull();
});

test("a quick action opens its screen with the requested dialog", async () => {
  const { keys } = await openApp("/users", ADMIN);
  await keys.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox");
  await keys.keyboard("new camp{Enter}");
  await screen.findByRole("dialog", { name: "New Campaign" });
  expect(location.pathname + location.search).toBe("/campaigns?new=1");
});

test("clients are searched on the server and open in Contacts", async () => {
  const { keys } = await openApp("/users", ADMIN, {
    "GET /api/contacts": { contacts: [ODALYS], total: 1, nextCursor: null },
  });
  await keys.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox");
  await keys.keyboard("quin");
  await screen.findByRole("option", { name: "Odalys Quintero (512) 555-0142" });
  expect(chosen()).toContain("Odalys Quintero");
  await keys.keyboard("{Enter}");
  expect(location.pathname).toMatch(/^\/contacts\/\d+$/);
});

test("users who may not open Contacts see none, and are told when nothing matches", async () => {
  const { keys } = await openApp("/", staffWith("/"), {
    "GET /api/contacts": { contacts: [ODALYS], total: 1, nextCursor: null },
  });
  await keys.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox");
  await keys.keyboard("quin");
  await waitFor(() => screen.getByText("No results"));
  expect(screen.queryByRole("option")).toBeNull();
});

test("a question mark lists this user's shortcuts", async () => {
  const { keys } = await openApp("/users", ADMIN);
  await keys.keyboard("?");
  const dialog = within(await screen.findByRole("dialog", { name: "Keyboard Shortcuts" }));
  dialog.getByText("New campaign");
  dialog.getByText("N C");
  await keys.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a question mark in a field is a question mark", async () => {
  const { keys } = await openApp("/contacts", ADMIN);
  await keys.type(screen.getByRole("searchbox", { name: "Search contacts" }), "?");
  expect(screen.queryByRole("dialog")).toBeNull();
});
