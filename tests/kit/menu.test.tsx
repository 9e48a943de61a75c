import { expect, mock, test } from "bun:test";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import Ellipsis from "lucide-react/icons/ellipsis";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";

function renderMenu() {
  const onEdit = mock(() => document.activeElement);
  const onDelete = mock(() => undefined);
  render(
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label="Actions" />}>
        <MenuItem onSelect={onEdit}>Edit</MenuItem>
        <MenuItem disabled>Duplicate</MenuItem>
        <MenuSeparator />
        <MenuItem bad onSelect={onDelete}>
          Delete
        </MenuItem>
      </Menu>
      <button type="button">Elsewhere</button>
    </>,
  );
  return { button: screen.getByRole("button", { name: "Actions" }), onEdit, onDelete };
}

const findMenu = () => screen.findByRole("menu", { name: "Actions" });
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole("menu")).toBeNull());

test("a press loads and opens the list, and another closes it", async () => {
  const { button } = renderMenu();
  expect(button.getAttribute("aria-haspopup")).toBe("menu");
  expect(button.getAttribute("aria-expanded")).toBe("false");

  await userEvent.click(button);
  const list = await findMenu();
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(button.getAttribute("aria-controls")).toBe(list.id);

  await userEvent.click(button);
  await waitUntilClosed();
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

test.each(["{Enter}", " ", "{ArrowDown}"])(
  "%p opens it on its first item, and the keys move through it",
  async (key) => {
    const { button, onDelete } = renderMenu();
    await userEvent.tab();
    await userEvent.keyboard(key);
    await findMenu();
    const focusedText = () => document.activeElement?.textContent;
    await waitFor(() => expect(focusedText()).toBe("Edit"));

    await userEvent.keyboard("{ArrowDown}");
    expect(focusedText()).toBe("Delete");
    await userEvent.keyboard("{Home}");
    expect(focusedText()).toBe("Edit");
    await userEvent.keyboard("d");
    await waitFor(() => expect(focusedText()).toBe("Delete"));

    await userEvent.keyboard("{Enter}");
    expect(onDelete).toHaveBeenCalledTimes(1);
    await waitUntilClosed();
    expect(document.activeElement).toBe(button);
  },
);

test("Escape returns to the button", async () => {
  const { button } = renderMenu();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await findMenu();
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(button);
  await waitUntilClosed();
});

test("choosing an item focuses the button first, so that a dialog can return to it", async () => {
  const { button, onEdit } = renderMenu();
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole("menuitem", { name: "Edit" }));
  expect(onEdit.mock.results[0]?.value).toBe(button);
});

test("pressing elsewhere closes it and keeps the focus there", async () => {
  const { button } = renderMenu();
  await userEvent.click(button);
  await findMenu();
  await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
  await waitUntilClosed();
  expect(document.activeElement?.textContent).toBe("Elsewhere");
});

test.each([
  ["on the page, inside the main landmark", "main", true],
  ["in a dialog, outside it, because the dialog hides it", "dialog", false],
])("a menu opens %s", async (_, place, isInMain) => {
  const menu = (
    <Menu trigger={<IconButton icon={Ellipsis} label="Actions" />}>
      <MenuItem onSelect={() => undefined}>Edit</MenuItem>
    </Menu>
  );
  render(
    <>
      <main>{place === "main" && menu}</main>
      {place === "dialog" && <div role="dialog">{menu}</div>}
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Actions" }));
  expect(screen.getByRole("main").contains(await findMenu())).toBe(isInMain);
});
