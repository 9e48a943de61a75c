import { expect, mock, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";

async function renderForm() {
  const onClose = mock(() => undefined);
  render(
    <FormDialog title="Add Contact" action="Save" busy={false} onSubmit={() => 0} onClose={onClose}>
      <Field label="Name">
        <Input />
      </Field>
    </FormDialog>,
  );
  await screen.findByRole("dialog");
  return onClose;
}

test("an untouched form closes at once", async () => {
  const onClose = await renderForm();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a form with unsaved changes asks before it closes", async () => {
  const onClose = await renderForm();
  await userEvent.type(screen.getByLabelText("Name"), "Ada");
  await userEvent.keyboard("{Escape}");
  await screen.findByRole("alertdialog", { name: "Discard Your Changes?" });
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Keep Editing" }));
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Ada");

  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("Cancel discards the changes without asking", async () => {
  const onClose = await renderForm();
  await userEvent.type(screen.getByLabelText("Name"), "Ada");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("the Back gesture closes it, where the browser supports it", async () => {
  const watchers: { onclose: (() => void) | null; destroy: () => void }[] = [];
  class CloseWatcher {
    onclose: (() => void) | null = null;
    destroy = () => undefined;
    constructor() {
      watchers.push(this);
    }
  }
  Object.assign(window, { CloseWatcher });
  const onClose = await renderForm();
  watchers.at(-1)?.onclose?.();
  expect(onClose).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(window, "CloseWatcher");
});

test("a form that opens over another form sends and edits only itself", async () => {
  const sent: string[] = [];
  const onClose = mock(() => undefined);
  const form = (title: string, children: ReactNode) => (
    <FormDialog
      {...{ title, onClose, children }}
      action={`Save ${title}`}
      busy={false}
      onSubmit={() => sent.push(title)}
    />
  );
  const inner = form(
    "Visit",
    <Field label="Name">
      <Input />
    </Field>,
  );
  render(form("Time Off", inner));
  await userEvent.type(await screen.findByLabelText("Name"), "Ada");
  await userEvent.click(screen.getByRole("button", { name: "Save Visit" }));
  expect(sent).toEqual(["Visit"]);
});
