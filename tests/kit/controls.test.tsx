import { expect, mock, test } from "bun:test";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Select } from "#ui/kit/select.tsx";

const OPTIONS = [
  { value: "all", label: "All" },
  { value: "failed", label: "Failed" },
] as const;

function Filter() {
  const [value, setValue] = useState<"all" | "failed">("all");
  return <Segmented label="Show" value={value} onValueChange={setValue} options={OPTIONS} />;
}

test("a segmented control is one tab stop, and the arrows choose", async () => {
  render(<Filter />);
  const failed = screen.getByRole<HTMLInputElement>("radio", { name: "Failed" });

  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "All" }));
  await userEvent.keyboard("{ArrowRight}");

  expect(failed.checked).toBe(true);
  expect(document.activeElement).toBe(failed);
});

test("a select is named by its field, shows when nothing is chosen, and reports the choice", async () => {
  const onValueChange = mock((_value: "all" | "failed") => undefined);
  render(
    <Field label="Column">
      <Select
        value={undefined}
        onValueChange={onValueChange}
        options={OPTIONS}
        placeholder="Choose a column"
      />
    </Field>,
  );
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Column" });
  expect(select.selectedOptions[0]?.textContent).toBe("Choose a column");

  await userEvent.selectOptions(select, "Failed");
  expect(onValueChange).toHaveBeenCalledWith("failed");
});

test("a select with more than twenty options is searched by typing, and chosen with the keyboard", async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Tag ${at}`).concat("Élodie's clients");
  const onValueChange = mock((_value: string) => undefined);
  const onKeyDown = mock(() => undefined);
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the dialog around it
    <div onKeyDown={onKeyDown}>
      <Field label="Tag">
        <Select
          value="Tag 3"
          onValueChange={onValueChange}
          options={names.map((name) => ({ value: name, label: name }))}
        />
      </Field>
    </div>,
  );
  await waitFor(() => expect(screen.getByRole("combobox").tagName).toBe("INPUT"));
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Tag" });
  await userEvent.click(field);
  expect(screen.getAllByRole("option")).toHaveLength(31);
  await userEvent.keyboard("elod");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Élodie's clients",
  ]);
  await userEvent.keyboard("{Enter}");
  expect(onValueChange.mock.calls).toEqual([["Élodie's clients"]]);

  await userEvent.click(field);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(onValueChange.mock.calls.at(-1)).toEqual(["Tag 2"]);
  await userEvent.click(field);
  onKeyDown.mockClear();
  await userEvent.keyboard("{Escape}");
  expect(onKeyDown).not.toHaveBeenCalled();
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("a busy button says so, keeps its focus, and neither clicks nor submits", async () => {
  const onClick = mock(() => undefined);
  const onSubmit = mock(() => undefined);
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy="Saving..." onClick={onClick}>
        Save
      </Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Saving..." });
  await userEvent.click(button);

  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a button keeps the focus when its work begins and when it ends", () => {
  const { rerender } = render(<Button>Save</Button>);
  const button = screen.getByRole("button");
  button.focus();
  for (const busy of ["Saving...", false] as const) {
    rerender(<Button busy={busy}>Save</Button>);
    expect(document.activeElement).toBe(button);
  }
});

test("a partly checked box is neither checked nor unchecked", () => {
  render(<Checkbox mixed>Select all</Checkbox>);
  expect(screen.getByRole<HTMLInputElement>("checkbox").indeterminate).toBe(true);
});

test.each([
  ["Odalys Quintero", "OQ"],
  ["Jean de la Cruz", "JC"],
  ["maya", "M"],
  ["Ímani Élan", "ÍÉ"],
  ["(737) 555-0190", "#"],
  ["+15125550134", "#"],
  ["", "#"],
  [undefined, "#"],
])("the initials of %p are %p", (name, initials) => {
  const { container } = render(<Avatar id="1" name={name} />);
  expect(container.textContent).toBe(initials);
});

test("an avatar has one of eight hues, always the same for one name", () => {
  const hues = Array.from({ length: 200 }, (_, id) => {
    const { container } = render(<Avatar id={id} name="Maya" />);
    return container.querySelector("span")?.style.getPropertyValue("--h");
  });
  expect(new Set(hues).size).toBe(8);
  const { container } = render(<Avatar id="7" name="Maya" />);
  expect(container.querySelector("span")?.style.getPropertyValue("--h")).toBe(hues[7]);
});
