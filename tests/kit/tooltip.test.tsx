import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import Trash2 from "lucide-react/icons/trash-2";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { TooltipLayer } from "#ui/kit/tooltip.tsx";

test("keyboard focus shows a tooltip at once, and Escape hides it", async () => {
  render(
    <>
      <IconButton icon={Trash2} label="Delete" />
      <TooltipLayer />
    </>,
  );
  expect(screen.queryByRole("tooltip")).toBeNull();

  await userEvent.tab();
  expect((await screen.findByRole("tooltip")).textContent).toBe("Delete");

  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("tooltip")).toBeNull();
});
