import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
import { renderToString } from "react-dom/server";
import { useEarlyKeys } from "#ui/kit/early-keys.ts";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { type Lazy, lazy } from "#ui/kit/lazy.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useLazyPart } from "#ui/kit/lazy-part.tsx";
import { createToasts, ToastRegion, ToastsProvider } from "#ui/kit/toasts.tsx";

interface DialogProps {
  onClose: () => void;
}

const Real = ({ onClose }: DialogProps) => (
  <button type="button" onClick={onClose}>
    Close
  </button>
);

const RealForm = ({ onClose }: DialogProps) => (
  <FormDialog title="Add" action="Save" busy={false} onSubmit={() => 0} onClose={onClose}>
    <Input aria-label="Name" />
  </FormDialog>
);

function Opener({ Dialog }: { Dialog: ComponentType<DialogProps> }) {
  const [open, setOpen] = useState(false);
  useEarlyKeys(open);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

function Part({ code }: { code: Lazy<DialogProps> }) {
  const Loaded = useLazyPart(code);
  return Loaded && <Loaded onClose={() => undefined} />;
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
  await screen.findByText("Couldn't load this part");
  screen.getByText("Check your connection, then try again.");
  offline = false;
  press("Open");
  await screen.findByRole("button", { name: "Close" });
});

test("a part of a screen waits while offline, and is there once back", async () => {
  let offline = true;
  let loads = 0;
  const code = lazy(async () => {
    loads += 1;
    if (offline) throw new TypeError("Failed to fetch dynamically imported module");
    return Real;
  });
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => !offline });
  render(
    <ToastsProvider value={createToasts(60_000)}>
      <Part code={code} />
      <ToastRegion />
    </ToastsProvider>,
  );
  await waitFor(() => expect(loads).toBe(1));
  await Bun.sleep(0);
  expect(screen.queryByText("Couldn't load this part")).toBeNull();
  offline = false;
  window.dispatchEvent(new Event("online"));
  await screen.findByRole("button", { name: "Close" });
  Reflect.deleteProperty(navigator, "onLine");
});

test("what is typed while a form loads is in its first field, and presses nothing else", async () => {
  const { promise, resolve } = Promise.withResolvers<ComponentType<DialogProps>>();
  renderOpener(() => promise);
  const { keyboard } = userEvent.setup();
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await keyboard("Ada B");
  resolve(RealForm);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  await waitFor(() => expect(field.value).toBe("Ada B"));
  await keyboard("yrne");
  expect(field.value).toBe("Ada Byrne");
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
