import { expect, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
import { type ComponentType, useState } from "react";
import { renderToString } from "react-dom/server";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { createToasts, ToastRegion, ToastsProvider } from "#ui/kit/toasts.tsx";

interface DialogProps {
  onClose: () => void;
}

const Real = ({ onClose }: DialogProps) => (
  <button type="button" onClick={onClose}>
    Close
  </button>
);

function Opener({ Dialog }: { Dialog: ComponentType<DialogProps> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

function renderOpener(load: () => Promise<ComponentType<DialogProps>>) {
  const Dialog = lazyDialog(load);
  render(
    <ToastsProvider value={createToasts(60_000)}>
      <Opener Dialog={Dialog} />
      <ToastRegion />
    </ToastsProvider>,
  );
  return Dialog;
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the first press loads the code, and later presses open it directly", async () => {
  let fetched = 0;
  renderOpener(async () => {
    fetched += 1;
    return Real;
  });
  expect(fetched).toBe(0);
  press("Open");
  await screen.findByRole("button", { name: "Close" });
  press("Close");
  press("Open");
  press("Close");
  expect(fetched).toBe(1);
});

test("an offline user is told so, and can press again", async () => {
  let offline = true;
  renderOpener(async () => {
    if (offline) throw new TypeError("Failed to fetch dynamically imported module");
    return Real;
  });
  press("Open");
  await screen.findByText("Not loaded");
  screen.getByText("Please check your connection and try again.");
  offline = false;
  press("Open");
  await screen.findByRole("button", { name: "Close" });
});

test("the server never renders it, even where its code is loaded", async () => {
  const Dialog = renderOpener(async () => Real);
  press("Open");
  await screen.findByRole("button", { name: "Close" });
  expect(
    renderToString(
      <ToastsProvider value={createToasts(60_000)}>
        <Dialog onClose={() => undefined} />
      </ToastsProvider>,
    ),
  ).toBe("");
});
