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

/** A visit, the form that takes its place, and a payment over it. */
function Calendar() {
  const [shown, setShown] = useState<"visit" | "move">();
  const [pays, setPays] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>Appointments</h1>
      <button type="button" onClick={() => setShown("visit")}>
        Ruth
      </button>
      {shown === "visit" && (
        <Dialog key="visit" onClose={() => setShown(undefined)} title="Visit">
          <DialogBody>
            <button type="button" onClick={() => setShown("move")}>
              Move
            </button>
            <button type="button" onClick={() => setPays(true)}>
              Take Payment
            </button>
          </DialogBody>
        </Dialog>
      )}
      {shown === "move" && (
        <Dialog key="move" onClose={() => setShown(undefined)} title="Move">
          <DialogBody>
            <input aria-label="Time" />
          </DialogBody>
        </Dialog>
      )}
      {pays && (
        <Dialog onClose={() => setPays(false)} title="Payment">
          <DialogBody>
            <button type="button" onClick={() => setShown(undefined)}>
              Close Visit
            </button>
          </DialogBody>
        </Dialog>
      )}
    </main>
  );
}

test("a dialog that took another's place returns the focus to where the other one would", async () => {
  render(<Calendar />);
  await userEvent.click(screen.getByRole("button", { name: "Ruth" }));
  await userEvent.click(await screen.findByRole("button", { name: "Move" }));
  await screen.findByLabelText("Time");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(focusedText()).toBe("Ruth"));
});

test("a dialog over another one returns the focus to what opened both, once the other is gone", async () => {
  render(<Calendar />);
  await userEvent.click(screen.getByRole("button", { name: "Ruth" }));
  await userEvent.click(await screen.findByRole("button", { name: "Take Payment" }));
  await userEvent.click(await screen.findByRole("button", { name: "Close Visit" }));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(focusedText()).toBe("Ruth"));
});
