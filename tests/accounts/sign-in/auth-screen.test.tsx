import { expect, test } from "bun:test";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";

const field = (name: string) => screen.getByLabelText(name);
const press = (name: string) => screen.getByRole("button", { name });

test("submitting an empty login form marks both fields and sends no request", async () => {
  const { keys, sent } = await openApp("/auth", null);
  await keys.click(press("Sign in"));
  expect(await screen.findByText("Username is required")).toBeTruthy();
  expect(screen.getByText("Password is required")).toBeTruthy();
  expect(field("Username").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field("Username"));
  expect(sent).toEqual([]);
});

test("a wrong password shows Login failed, and the reason only at the field, where it stays", async () => {
  const message = "Wrong username or password. Try again.";
  const { keys } = await openApp("/auth", null, {
    "POST /api/login": refuseWith({ status: 401, message, errors: { password: message } }),
  });
  await keys.type(field("Username"), "maya");
  await keys.type(field("Password"), "nope{Enter}");
  expect(await screen.findByText("Login failed")).toBeTruthy();
  expect(screen.getAllByText(message)).toHaveLength(1);
  await keys.click(screen.getByRole("button", { name: "Dismiss", hidden: true }));
  screen.getByText(message);
  expect(field("Password").getAttribute("aria-invalid")).toBe("true");
  expect(location.pathname).toBe("/auth");
});

test("the right password leads to the dashboard without reloading the page", async () => {
  const { keys, sent } = await openApp("/auth", null, { "POST /api/login": ADMIN });
  await keys.type(field("Username"), "maya");
  await keys.type(field("Password"), "secret{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(sent).toEqual(['POST /api/login {"username":"maya","password":"secret"}']);
});

test("with two-step sign-in, the form asks for the code and shows no error yet", async () => {
  const answers: Record<string, unknown> = {
    "POST /api/login": refuseWith({
      status: 401,
      message: "Enter it.",
      errors: { code: "Enter it." },
    }),
  };
  const { keys, sent } = await openApp("/auth", null, answers);
  await keys.type(field("Username"), "maya");
  await keys.type(field("Password"), "secret{Enter}");
  const code = await screen.findByLabelText("Code");
  expect(screen.queryByText("Login failed")).toBeNull();
  expect(document.activeElement).toBe(code);
  await keys.keyboard("{Enter}");
  await screen.findByText("Enter the code");
  expect(sent).toHaveLength(1);

  await keys.type(code, "123456{Enter}");
  await screen.findByText("Login failed");
  expect(sent.at(-1)).toBe(
    'POST /api/login {"username":"maya","password":"secret","code":"123456"}',
  );
  await keys.click(press("Back"));
  expect(field("Username")).toHaveProperty("value", "maya");
});

test("Forgot password leads to its page", async () => {
  const { keys } = await openApp("/auth", null, {
    "GET /api/forgot-password": { available: true },
  });
  await keys.click(screen.getByRole("link", { name: "Forgot password" }));
  await screen.findByRole("heading", { level: 1, name: "Forgot Password" });
  expect(location.pathname).toBe("/forgot-password");
});

test("registration checks email and password with the specification's messages", async () => {
  const { keys, sent } = await openApp("/auth", null);
  await keys.click(screen.getByRole("tab", { name: "Register" }));
  await keys.type(field("Username"), "priya");
  await keys.type(field("Email"), "priya@");
  await keys.type(field("Password"), "five5{Enter}");
  expect(await screen.findByText("Invalid email address")).toBeTruthy();
  expect(screen.getByText("Password must be at least 6 characters")).toBeTruthy();
  expect(sent).toEqual([]);
});

test("the arrow keys move from tab to tab", async () => {
  const { keys } = await openApp("/auth", null);
  const tab = (name: string) => screen.getByRole("tab", { name });
  await keys.click(tab("Sign in"));
  await keys.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(tab("Register"));
  screen.getByRole("tabpanel", { name: "Register" });
  await keys.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(tab("Sign in"));
  await keys.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(tab("Register"));
});

test("registering resets the form, switches to login and shows the server's message", async () => {
  const { keys } = await openApp("/auth", null, {
    "POST /api/register": { message: "Registration received." },
  });
  await keys.click(screen.getByRole("tab", { name: "Register" }));
  await keys.type(field("Username"), "priya");
  await keys.type(field("Email"), "priya@salon.example");
  await keys.type(field("Password"), "secret1{Enter}");
  expect(await screen.findByText("Registration successful")).toBeTruthy();
  expect(screen.getByText("Registration received.")).toBeTruthy();
  expect(screen.getByRole("tab", { name: "Sign in" }).getAttribute("aria-selected")).toBe("true");
  await keys.click(screen.getByRole("tab", { name: "Register" }));
  expect(field("Username")).toHaveProperty("value", "");
});

test("a taken username is reported at its field and in a toast", async () => {
  const { keys } = await openApp("/auth", null, {
    "POST /api/register": refuseWith({
      status: 409,
      message: "Please check the form.",
      errors: { username: "This username is taken." },
    }),
  });
  await keys.click(screen.getByRole("tab", { name: "Register" }));
  await keys.type(field("Username"), "maya");
  await keys.type(field("Email"), "maya@salon.example");
  await keys.type(field("Password"), "secret1{Enter}");
  expect(await screen.findByText("Registration failed")).toBeTruthy();
  expect(screen.getByText("This username is taken.")).toBeTruthy();
  expect(field("Username").getAttribute("aria-invalid")).toBe("true");
});

test("without an administrator the page only says how to make the first account, or makes it with the setup link", async () => {
  const isNew = { "GET /api/registration": { open: true, hasAdministrator: false } };
  await openApp("/auth", null, isNew);
  screen.getByRole("heading", { level: 1, name: "Welcome to Parlor" });
  screen.getByText("parlor admin setup-link");
  expect(screen.queryByRole("tab")).toBeNull();
  expect(screen.queryByLabelText("Password")).toBeNull();
  cleanup();
  await openApp("/auth?setup=TOKEN", null, isNew);
  expect(screen.queryByText("parlor admin setup-link")).toBeNull();
  expect(screen.queryByRole("tab")).toBeNull();
  press("Create Account");
});

test("a setup link opens the register tab, is removed from the address bar, is sent with the form, and signs in", async () => {
  const { keys, sent } = await openApp("/auth?setup=TOKEN", null, {
    "POST /api/register": { message: "Your administrator account is ready." },
    "POST /api/login": ADMIN,
  });
  expect(location.search).toBe("");
  expect(screen.getByText(/will be the administrator/)).toBeTruthy();
  await keys.type(field("Username"), "maya");
  await keys.type(field("Email"), "maya@salon.example");
  await keys.type(field("Password"), "secret1{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  expect(sent[0]).toContain('"setup":"TOKEN"');
  expect(sent[1]).toContain("/api/login");
});
