import { expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, refuseWith, SETTINGS } from "#tests/shell/app-stand.tsx";

const KEY = "parlor_abc";
const BASE = "https://salon.example.com";
const open = (answers = {}) =>
  openApp("/settings/advanced", ADMIN, {
    "GET /api/settings": { ...SETTINGS, webhookBaseUrl: `${BASE}/` },
    ...answers,
  });
const card = () => within(screen.getByRole("region", { name: "Zapier Integration" }));

test("without a key one can be generated", async () => {
  const { keys, sent } = await open({ "POST /api/users/generate-api-key": { apiKey: KEY } });
  await keys.click(await card().findByRole("button", { name: "Generate API Key" }));
  expect(await card().findByDisplayValue(KEY)).toHaveProperty("readOnly", true);
  expect(sent).toEqual(["POST /api/users/generate-api-key"]);
});

test("a key is copied", async () => {
  const { keys } = await open({ "GET /api/users/api-key": { apiKey: KEY } });
  await keys.click(await card().findByRole("button", { name: "Copy the API key" }));
  await screen.findByText("Copied!");
  // The toast announces itself a frame later.
  await act(async () => expect(await navigator.clipboard.readText()).toBe(KEY));
});

test("a key is regenerated after a confirmation", async () => {
  const { keys, sent } = await open({
    "GET /api/users/api-key": { apiKey: KEY },
    "POST /api/users/generate-api-key": { apiKey: "parlor_new" },
  });
  await card().findByDisplayValue(KEY);
  await keys.click(card().getByRole("button", { name: "Regenerate API Key" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Regenerate API Key" }));
  expect(sent).toEqual([]);
  await keys.click(dialog.getByRole("button", { name: "Regenerate" }));
  await card().findByDisplayValue("parlor_new");
  await screen.findByText("API key generated");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("the key is not requested while the password is needed", async () => {
  await open({
    "GET /api/account/confirm-password": { needed: true },
    "GET /api/users/api-key": { apiKey: KEY },
  });
  await card().findByRole("button", { name: "Show API Key" });
  expect(card().queryByDisplayValue(KEY)).toBeNull();
});

test("a failure to generate a key is shown", async () => {
  const { keys } = await open({
    "POST /api/users/generate-api-key": refuseWith({ status: 503, message: "Busy." }),
  });
  await keys.click(await card().findByRole("button", { name: "Generate API Key" }));
  await screen.findByText("Failed to generate API key");
});

test("the four addresses show their fields and an example request", async () => {
  await open();
  await card().findByText("New contact");
  for (const path of [
    "zapier/contact/create",
    "zapier/contact/update",
    "appointment/create",
    "appointment/delete",
  ]) {
    card().getByDisplayValue(`${BASE}/api/webhooks/${path}`);
    card().getByText((text) => text.startsWith(`curl -X POST ${BASE}/api/webhooks/${path} `));
  }
  expect(card().getAllByText("employee_first_name")).toHaveLength(2);
});

test("the requests show their outcome, and an empty list says so", async () => {
  await open();
  await card().findByText(/No requests yet/);
});

test("the last requests show what they did", async () => {
  const request = {
    id: 1,
    path: "/api/webhooks/appointment/create",
    username: "maya",
    status: 201,
    message: "Appointment created.",
    fields: { first_name: "Ana" },
    ipAddress: "203.0.113.24",
    createdAt: "2026-11-19T15:00:00Z",
  };
  const stranger = { ...request, username: null, status: 401, message: "Not valid.", fields: {} };
  const requests = Array.from({ length: 12 }, (_, n) => ({
    ...(n === 1 ? stranger : n === 2 ? { ...request, status: 202 } : request),
    id: 100 - n,
  }));
  const { keys } = await open({ "GET /api/webhook-calls": requests });
  expect(await card().findAllByText("Done")).toHaveLength(6);
  expect(card().getByText("Refused").closest("li")?.textContent).toContain("unknown key");
  expect(card().getAllByText("first_name: Ana")).toHaveLength(7);
  card().getByText("Waiting");
  await keys.click(card().getByRole("button", { name: "Show All 12" }));
  expect(card().getAllByText("Done")).toHaveLength(10);
});
