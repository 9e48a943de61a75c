import { expect, test } from "bun:test";
import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { ADMIN, appAt } from "./app-stand.tsx";

test.each(["/", "/users", "/auth?setup=TOKEN"])(
  "what the server renders at %s is what the browser renders first",
  async (address) => {
    const user = address.startsWith("/auth") ? null : ADMIN;
    const server = await appAt(address, user);
    const html = renderToString(server.app(true));
    expect(html).toContain(user ? "data-signed-in" : "Create Account");

    history.replaceState(null, "", address);
    const browser = await appAt(address, user);
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = html;
    const mistakes: unknown[] = [];
    const hydrated = await act(async () =>
      hydrateRoot(root, browser.app(false), {
        onRecoverableError: (error) => mistakes.push(error),
      }),
    );
    expect(mistakes).toEqual([]);
    await act(async () => hydrated.unmount());
    root.remove();
  },
);
