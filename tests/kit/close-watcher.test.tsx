import { afterEach, beforeEach, expect, mock, test } from "bun:test";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";

// The browser of these tests has no CloseWatcher, like Safari.
beforeEach(() => {
  history.pushState(null, "", "/screen-before");
  history.pushState(null, "", "/screen");
});
afterEach(async () => {
  cleanup();
  await waitForHistory();
});

test("Back closes the dialog and stays on the screen", async () => {
  render(<Screen />);
  await openDialog();
  history.back();
  await waitUntilClosed();
  expect(location.pathname).toBe("/screen");
  history.back();
  await waitFor(() => expect(location.pathname).toBe("/screen-before"));
});

test("a dialog closed by its own button leaves no entry behind", async () => {
  render(<Screen />);
  await openDialog();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitUntilClosed();
  await waitForHistory();
  expect(location.pathname).toBe("/screen");
  history.back();
  await waitFor(() => expect(location.pathname).toBe("/screen-before"));
});

test("a dialog that the address opens is closed for good, by Back or by its button", async () => {
  history.replaceState(null, "", "/screen?new=1");
  render(<ScreenWithAddress />);
  await screen.findByRole("dialog");
  await waitForHistory();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitUntilClosed();
  await waitForHistory();
  expect(location.href).toEndWith("/screen");
  expect(screen.queryAllByRole("dialog")).toHaveLength(0);

  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog");
  await waitForHistory();
  history.back();
  await waitUntilClosed();
  expect(location.href).toEndWith("/screen");
});

test("a link in a dialog opens its page, and Back from there returns to the screen", async () => {
  render(<Screen />);
  await openDialog();
  await userEvent.click(screen.getByRole("button", { name: "Lead on" }));
  await waitUntilClosed();
  await waitForHistory();
  expect(location.pathname).toBe("/elsewhere");
  history.back();
  await waitFor(() => expect(location.pathname).toBe("/screen"));
});

test("a form with unsaved changes asks at each Back, and is never left by it", async () => {
  const onClose = mock(() => undefined);
  render(
    <FormDialog title="Add Contact" action="Save" busy={false} onSubmit={() => 0} onClose={onClose}>
      <Field label="Name">
        <Input />
      </Field>
    </FormDialog>,
  );
  await screen.findByRole("dialog");
  await userEvent.type(screen.getByLabelText("Name"), "Ada");
  for (const _ of [1, 2]) {
    history.back();
    await screen.findByRole("alertdialog", { name: "Discard Your Changes?" });
    await waitForHistory();
    history.back();
    await waitUntilClosed("alertdialog");
    await waitForHistory();
  }
  expect(location.pathname).toBe("/screen");
  expect(onClose).not.toHaveBeenCalled();
});

function Screen() {
  const [open, setOpen] = useState(false);
  const [, navigate] = useLocation();
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A dialog">
        <DialogBody>
          <button
            type="button"
            onClick={() => {
              setOpen(false);
              navigate("/elsewhere");
            }}
          >
            Lead on
          </button>
        </DialogBody>
      </Dialog>
    </>
  );
}

function ScreenWithAddress() {
  const [params, setParams] = useSearchParams();
  const show = (open: boolean) => setParams(open ? { new: "1" } : {}, { replace: true });
  return (
    <>
      <button type="button" onClick={() => show(true)}>
        Open
      </button>
      <Dialog open={params.get("new") === "1"} onClose={() => show(false)} title="A dialog">
        <DialogBody>Words</DialogBody>
      </Dialog>
    </>
  );
}

async function openDialog(): Promise<void> {
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog");
  await waitForHistory();
}

async function waitUntilClosed(role = "dialog"): Promise<void> {
  await waitFor(() => expect(screen.queryAllByRole(role).length).toBe(0));
}

/** Traversals of the history take place in later tasks. */
async function waitForHistory(): Promise<void> {
  for (let task = 0; task < 5; task += 1) await new Promise((resolve) => setTimeout(resolve));
}
