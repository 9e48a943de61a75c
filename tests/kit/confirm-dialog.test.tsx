import { expect, mock, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";

async function renderConfirm(state: { busy?: string; error?: string } = {}) {
  const onConfirm = mock(() => undefined);
  const onClose = mock(() => undefined);
  render(
    <ConfirmDialog
      title="Delete Campaign"
      description="This action cannot be undone."
      action="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
      {...state}
    />,
  );
  await screen.findByRole("alertdialog");
  return { onConfirm, onClose };
}

test("Cancel has the focus, so that Enter can't do harm", async () => {
  const { onConfirm, onClose } = await renderConfirm();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));

  await userEvent.keyboard("{Enter}");

  expect(onConfirm).not.toHaveBeenCalled();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("the button names the action and runs it", async () => {
  const { onConfirm } = await renderConfirm();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test("while the action runs, it can be neither repeated nor closed", async () => {
  const { onConfirm, onClose } = await renderConfirm({ busy: "Deleting..." });

  await userEvent.click(screen.getByRole("button", { name: "Deleting..." }));
  await userEvent.keyboard("{Escape}");

  expect(onConfirm).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test("an error is shown in the dialog, which stays open", async () => {
  await renderConfirm({ error: "It is being sent right now." });
  expect(screen.getByRole("alert").textContent).toBe("It is being sent right now.");
  expect(screen.getByRole("alertdialog")).toBeDefined();
});
