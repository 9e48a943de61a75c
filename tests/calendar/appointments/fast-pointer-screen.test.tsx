import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ADMIN, NOW, openApp } from "#tests/shell/app-stand.tsx";
import { appointment, CHANGE, changes, DAY, schedule, TODAY, WITH } from "./screen-stand.ts";

beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const HOUR_PX = 88;
const at = (clientY: number) => ({ clientY, button: 0, pointerType: "mouse" });

test("a card that is dropped before its last movement was drawn is moved there", async () => {
  const { sent } = await openApp(DAY, ADMIN, { ...WITH([appointment()]), [CHANGE]: appointment() });
  const card = schedule().getByRole("button", { name: /^Ruth Abernathy/ });
  card.setPointerCapture = () => {};
  // Everything is at the edge of a window without a layout.
  Object.assign(card.closest(".gridwrap") as HTMLElement, { scrollBy() {} });
  act(() => {
    fireEvent.pointerDown(card, at(0));
    fireEvent.pointerMove(card, at(HOUR_PX / 2));
    fireEvent.pointerMove(card, at(HOUR_PX));
    fireEvent.pointerUp(card, at(HOUR_PX));
  });
  await waitFor(() => expect(changes(sent)[0]).toContain(`"appointmentDate":"${TODAY}T14:00:00"`));
});

test("a length that is dragged quickly is booked in full", async () => {
  await openApp(DAY, ADMIN, { ...WITH([]), "GET /api/services": [] });
  const lane = document.querySelector("[data-lane='0']") as HTMLElement;
  act(() => {
    fireEvent.pointerDown(lane, at(HOUR_PX));
    fireEvent.pointerMove(lane, at(2.5 * HOUR_PX));
    fireEvent.pointerUp(lane, at(2.5 * HOUR_PX));
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name).value;
  await waitFor(() =>
    expect(["Start time", "End time"].map(value)).toEqual(["10:00 AM", "11:45 AM"]),
  );
});
