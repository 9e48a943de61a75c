import { expect, test } from "bun:test";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";

const focusedText = () => document.activeElement?.textContent;

function Screen() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Add Contact
      </button>
      {open && (
        <Dialog onClose={() => setOpen(false)} title="Add Contact">
          <DialogBody>
            <input aria-label="Name" />
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}

test("a dialog without a trigger gives the focus back to where it was", async () => {
  render(<Screen />);
  await userEvent.click(screen.getByRole("button"));
  await screen.findByRole("dialog");
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));

  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(focusedText()).toBe("Add Contact"));
});

function List() {
  const [names, setNames] = useState(["Ann", "Bea", "Cleo"]);
  const [deleting, setDeleting] = useState<string>();
  return (
    <main>
      <h1 tabIndex={-1}>Contacts</h1>
      <h2>Of this week</h2>
      {names.map((name) => (
        <article key={name}>
          <button type="button">Text {name}</button>
          <button type="button" onClick={() => setDeleting(name)}>
            Delete {name}
          </button>
        </article>
      ))}
      {deleting && (
        <ConfirmDialog
          onClose={() => setDeleting(undefined)}
          title="Delete Contact"
          description="This action cannot be undone."
          action="Delete"
          onConfirm={() => {
            setNames(names.filter((name) => name !== deleting));
            setDeleting(undefined);
          }}
        />
      )}
    </main>
  );
}

async function press(name: string, answer: "Delete" | "Cancel") {
  await userEvent.click(screen.getByRole("button", { name: `Delete ${name}` }));
  await screen.findByRole("alertdialog");
  await userEvent.click(screen.getByRole("button", { name: answer }));
}

test("canceling returns to the button", async () => {
  render(<List />);
  await press("Bea", "Cancel");
  await waitFor(() => expect(focusedText()).toBe("Delete Bea"));
});

test("deleting a card moves the focus to the next, the previous, and at last the heading", async () => {
  render(<List />);
  await press("Bea", "Delete");
  await waitFor(() => expect(focusedText()).toBe("Delete Cleo"));
  await press("Cleo", "Delete");
  await waitFor(() => expect(focusedText()).toBe("Delete Ann"));
  await press("Ann", "Delete");
  await waitFor(() => expect(focusedText()).toBe("Contacts"));
});
