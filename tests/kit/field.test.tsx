import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { SecretField } from "#ui/kit/secret-field.tsx";

function describedBy(control: HTMLElement): string | null | undefined {
  return document.getElementById(control.getAttribute("aria-describedby") ?? "")?.textContent;
}

test("a field names its control and describes it by its hint", () => {
  render(
    <Field label="Name" hint="As on the card">
      <Input />
    </Field>,
  );
  const control = screen.getByLabelText("Name");
  expect(describedBy(control)).toBe("As on the card");
  expect(control.getAttribute("aria-invalid")).toBeNull();
});

test("an error replaces the hint and marks the control invalid", () => {
  render(
    <Field label="Phone number" hint="Any format" error="Invalid phone number format">
      <Input />
    </Field>,
  );
  const control = screen.getByLabelText("Phone number");
  expect(describedBy(control)).toBe("Invalid phone number format");
  expect(control.getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("Any format")).toBeNull();
});

test("a control outside a field has no description", () => {
  render(<Input aria-label="Name" />);
  expect(screen.getByLabelText("Name").hasAttribute("aria-describedby")).toBe(false);
});

test("a stored secret shows its last four characters, and can be replaced or kept", async () => {
  render(<Token />);
  const control = () => screen.getByLabelText<HTMLInputElement>("Auth token");
  expect(control().value).toBe("•••••••••••• 9b41");
  expect(control().readOnly).toBe(true);

  await userEvent.click(screen.getByRole("button", { name: "Replace" }));
  expect(document.activeElement).toBe(control());
  await userEvent.keyboard("new");
  expect(control().value).toBe("new");

  await userEvent.click(screen.getByRole("button", { name: "Keep" }));
  expect(control().value).toBe("•••••••••••• 9b41");
});

function Token() {
  const [token, setToken] = useState<string>();
  return <SecretField label="Auth token" lastFour="9b41" value={token} onValueChange={setToken} />;
}
