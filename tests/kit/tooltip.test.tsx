import { expect, test } from "bun:test";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import Trash2 from "lucide-react/icons/trash-2";
// Loaded before the layer asks for it, which on a busy machine would be after the Tab key.
import "#ui/kit/follow-tips.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { TooltipLayer } from "#ui/kit/tooltip.tsx";

test("keyboard focus shows a tooltip at once, and Escape hides it", async () => {
  render(
    <>
      <IconButton icon={Trash2} label="Delete" />
      <TooltipLayer />
    </>,
  );
  const tip = document.querySelector<HTMLElement>(".tip");
  expect(tip?.hidden).toBe(true);

  await userEvent.tab();
  await waitFor(() => expect(tip?.hidden).toBe(false));
  expect(tip?.textContent).toBe("Delete");
  // It repeats the button's name.
  expect(screen.getByRole("button", { name: "Delete" })).toBe(
    document.activeElement as HTMLElement,
  );
  expect(tip?.getAttribute("aria-hidden")).toBe("true");

  await userEvent.keyboard("{Escape}");
  expect(tip?.hidden).toBe(true);
});
