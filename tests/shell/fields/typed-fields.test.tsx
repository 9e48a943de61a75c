import { expect, spyOn, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { TimeInput } from "#ui/shell/fields/date-input.tsx";
import { OWN_FIELDS } from "#ui/shell/fields/own-fields.tsx";

const { time: TimeField } = OWN_FIELDS;

/** Renders again with every change, as the booking dialog does. */
function Times() {
  const form = useForm({ defaultValues: { start: "15:45" } });
  return (
    <>
      <TimeField aria-label="Start" {...form.register("start")} />
      <output>{form.watch("start")}</output>
      <button type="button" onClick={() => form.setValue("start", "09:00")}>
        Nine
      </button>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Start");
const stored = () => screen.getByRole("status").textContent;
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

test("a time that is typed key by key stays as it is typed until the field is left", () => {
  render(<Times />);
  expect(field().value).toBe("3:45 PM");
  fireEvent.focus(field());
  for (let at = 1; at <= "4:35 pm".length; at += 1) {
    const text = "4:35 pm".slice(0, at);
    type(text);
    expect(field().value).toBe(text);
  }
  fireEvent.blur(field());
  expect([field().value, stored()]).toEqual(["4:35 PM", "16:35"]);
  fireEvent.click(screen.getByRole("button", { name: "Nine" }));
  expect([field().value, stored()]).toEqual(["9:00 AM", "09:00"]);
});

test("Enter, which saves a form, writes the typed time out", () => {
  render(<Times />);
  fireEvent.focus(field());
  type("7pm");
  fireEvent.keyDown(field(), { key: "Enter" });
  expect([field().value, stored()]).toEqual(["7:00 PM", "19:00"]);
});

test("after a time without suggestions, a click opens the list again, and unreadable text says so", async () => {
  render(<Times />);
  type("2:35p");
  fireEvent.blur(field());
  await Bun.sleep(10);
  fireEvent.click(field());
  expect((await screen.findAllByRole("option")).length).toBeGreaterThan(10);
  type("x");
  fireEvent.blur(field());
  await screen.findByText("Type a time, such as 2:30p or 14:30.");
});

test("the list opens with the chosen time in its middle, and stays there while others are pointed at", async () => {
  const sizes = {
    offsetTop: (element: HTMLElement) =>
      [...(element.parentElement?.children ?? [])].indexOf(element) * 36,
    offsetHeight: () => 36,
    clientHeight: () => 288,
  };
  const former = Object.entries(sizes).map(([name, measure]) => {
    const own = Object.getOwnPropertyDescriptor(HTMLElement.prototype, name);
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return measure(this);
      },
    });
    return { name, own };
  });
  render(<Times />);
  fireEvent.click(field());
  const list = await screen.findByRole("listbox");
  const middle = 63 * 36 - (288 - 36) / 2;
  expect(list.scrollTop).toBe(middle);
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  expect(list.scrollTop).toBe(middle);
  for (const { name, own } of former)
    if (own) Object.defineProperty(HTMLElement.prototype, name, own);
    else Reflect.deleteProperty(HTMLElement.prototype, name);
});

test.each([
  ["with a mouse, a time is typed", true, "text"],
  ["a touch screen keeps the device's own picker of times", false, "time"],
])("%s", async (_, matches, type) => {
  const answer = { matches, addEventListener() {}, removeEventListener() {} };
  const media = spyOn(globalThis, "matchMedia").mockReturnValue(answer as never);
  try {
    render(<TimeInput aria-label="Start" />);
    await waitFor(() => expect(field().type).toBe(type));
  } finally {
    media.mockRestore();
  }
});
