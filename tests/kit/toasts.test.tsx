import { expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createToasts, ToastRegion, ToastsProvider } from "#ui/kit/toasts.tsx";

function renderToasts() {
  const toasts = createToasts(60_000);
  render(
    <ToastsProvider value={toasts}>
      <ToastRegion />
    </ToastsProvider>,
  );
  return toasts;
}

test("a toast replaces the previous one", async () => {
  const toasts = renderToasts();

  await act(async () => toasts.show({ title: "Contact added" }));
  expect(await screen.findByText("Contact added")).toBeDefined();

  await act(async () => toasts.show({ title: "Error", kind: "destructive" }));
  expect(await screen.findByText("Error")).toBeDefined();
  expect(screen.queryByText("Contact added")).toBeNull();
});

test("a dismissed toast leaves the screen", async () => {
  const toasts = renderToasts();
  await act(async () => toasts.show({ title: "Contact added" }));

  await userEvent.click(await screen.findByRole("button", { name: "Dismiss" }));

  expect(screen.queryByText("Contact added")).toBeNull();
  expect(toasts.current.value?.open).toBe(false);
});

test("a failed action can be retried from its toast", async () => {
  const toasts = renderToasts();
  let tries = 0;
  await act(async () => {
    toasts.show({ title: "Error", kind: "destructive", retry: () => void tries++ });
  });

  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));

  expect(tries).toBe(1);
  expect(screen.queryByText("Error")).toBeNull();
});

test("the toasts of two visitors are separate", () => {
  const mine = createToasts();
  const yours = createToasts();
  mine.show({ title: "Saved" });
  expect(yours.current.value).toBeUndefined();
});
