import { afterEach, expect, test } from "bun:test";
import { act } from "@testing-library/react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { createToasts } from "#ui/kit/toasts.tsx";
import { KitSheet } from "./kit-sheet.tsx";

let root: Root | undefined;

afterEach(() => act(() => root?.unmount()));

test("the whole kit renders on the server and hydrates without a difference", async () => {
  const page = document.createElement("div");
  page.innerHTML = renderToString(<KitSheet toasts={createToasts()} />);
  document.body.replaceChildren(page);
  // Guards against comparing nothing with nothing.
  expect(page.querySelectorAll("button").length).toBeGreaterThan(25);
  const before = page.innerHTML;

  const differences: unknown[] = [];
  await act(async () => {
    root = hydrateRoot(page, <KitSheet toasts={createToasts()} />, {
      onRecoverableError: (error) => differences.push(error),
    });
  });

  expect(differences).toEqual([]);
  expect(page.innerHTML.length).toBeGreaterThan(before.length * 0.9);
});
