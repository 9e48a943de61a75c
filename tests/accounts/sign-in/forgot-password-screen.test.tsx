import { expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";

const AVAILABLE = {
  "GET /api/forgot-password": { available: true },
  "POST /api/forgot-password": { message: "" },
  "POST /api/verify-reset-code": { message: "" },
  "POST /api/reset-password": { message: "" },
};

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => screen.getByRole("button", { name });
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

async function atCode(answers: Record<string, unknown> = {}) {
  const stand = await openApp("/forgot-password", null, { ...AVAILABLE, ...answers });
  await stand.keys.type(field("Email"), "mia@example.com{Enter}");
  await heading("Enter the Code");
  return stand;
}

async function atPassword(answers: Record<string, unknown> = {}) {
  const stand = await atCode(answers);
  await stand.keys.type(field("Code"), "123456{Enter}");
  await heading("New Password");
  return stand;
}

test("three steps, each with its toast, lead to sign-in", async () => {
  const { keys, sent } = await atCode();
  await screen.findByText("Code sent");
  screen.getByText("Check your email for the verification code");
  expect(document.activeElement).toBe(field("Code"));
  await keys.type(field("Code"), "123456{Enter}");
  await screen.findByText("Code verified");
  screen.getByText("Enter your new password");
  expect(document.activeElement).toBe(field("New password"));
  await keys.type(field("New password"), "a good one");
  await keys.type(field("Confirm password"), "a good one{Enter}");
  await screen.findByText("Password reset successfully");
  expect(location.pathname).toBe("/auth");
  expect(sent).toEqual([
    'POST /api/forgot-password {"email":"mia@example.com"}',
    'POST /api/verify-reset-code {"email":"mia@example.com","code":"123456"}',
    'POST /api/reset-password {"email":"mia@example.com","code":"123456","password":"a good one"}',
  ]);
});

test("each step is validated with the specification's messages before a request is sent", async () => {
  const first = await openApp("/forgot-password", null, AVAILABLE);
  await first.keys.type(field("Email"), "mia{Enter}");
  await screen.findByText("Invalid email address");
  expect(first.sent).toEqual([]);
});

test("a code has six digits, a password at least six characters, and both passwords must match", async () => {
  const { keys, sent } = await atCode();
  await keys.type(field("Code"), "12345{Enter}");
  await screen.findByText("Code must be 6 digits");
  await keys.type(field("Code"), "6{Enter}");
  await heading("New Password");
  await keys.type(field("New password"), "short");
  await keys.type(field("Confirm password"), "short{Enter}");
  expect(await screen.findAllByText("Password must be at least 6 characters")).toHaveLength(2);
  await keys.type(field("New password"), "er");
  await keys.type(field("Confirm password"), "est{Enter}");
  await screen.findByText("Passwords don't match");
  expect(field("Confirm password").getAttribute("aria-invalid")).toBe("true");
  expect(sent).toHaveLength(2);
});

test("Back goes to the previous step, and from the first step to sign-in", async () => {
  const { keys } = await atPassword();
  await keys.click(press("Back"));
  await heading("Enter the Code");
  await keys.click(press("Back"));
  await heading("Forgot Password");
  expect(field("Email").value).toBe("mia@example.com");
  await keys.click(screen.getByRole("link", { name: "Back to Sign In" }));
  await waitFor(() => expect(location.pathname).toBe("/auth"));
});

test.each([
  ["POST /api/forgot-password", "Failed to send code"],
  ["POST /api/verify-reset-code", "Invalid or expired code"],
  ["POST /api/reset-password", "Failed to reset password"],
])("%s shows the server's message, or falls back to %p", async (name, fallback) => {
  const { keys } = await openApp("/forgot-password", null, {
    ...AVAILABLE,
    [name]: refuseWith({ status: 400, message: "" }),
  });
  await keys.type(field("Email"), "mia@example.com{Enter}");
  if (!name.includes("forgot"))
    await keys.type(await screen.findByLabelText("Code"), "123456{Enter}");
  if (name.includes("reset-password")) {
    await keys.type(await screen.findByLabelText("New password"), "a good one");
    await keys.type(field("Confirm password"), "a good one{Enter}");
  }
  await screen.findByText("Error");
  screen.getByText(fallback);
});

test("without a mail server, the page says who can help instead of showing a form", async () => {
  await openApp("/forgot-password", null, { "GET /api/forgot-password": { available: false } });
  screen.getByText("parlor admin reset-password");
  expect(screen.queryByLabelText("Email")).toBeNull();
  screen.getByRole("link", { name: "Back to Sign In" });
});

test("a signed-in user is redirected away", async () => {
  await openApp("/forgot-password", ADMIN, AVAILABLE);
  await waitFor(() => expect(location.pathname).toBe("/"));
});
