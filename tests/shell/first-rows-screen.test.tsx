import { expect, test } from "bun:test";
import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { ADMIN, appAt } from "./app-stand.tsx";
import { contactRow } from "./rows.ts";

const CONTACTS = Array.from({ length: 100 }, (_, at) =>
  contactRow({
    id: at + 1,
    name: `Client ${at + 1}`,
    phoneNumber: `+1512555${String(at).padStart(4, "0")}`,
  }),
);
const ANSWERS = {
  "GET /api/contacts": { contacts: CONTACTS, total: 100, nextCursor: null },
  "GET /api/tags": [],
};

test("the server renders the first 30 contacts, and the browser adds the others", async () => {
  const server = await appAt("/contacts", ADMIN, ANSWERS);
  const html = renderToString(server.app(true));
  expect(html.split("<article").length - 1).toBe(30);

  history.replaceState(null, "", "/contacts");
  const browser = await appAt("/contacts", ADMIN, ANSWERS);
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = html;
  const mistakes: unknown[] = [];
  const hydrated = await act(async () =>
    hydrateRoot(root, browser.app(false), { onRecoverableError: (error) => mistakes.push(error) }),
  );
  expect([root.querySelectorAll("article").length, mistakes]).toEqual([100, []]);
  await act(async () => hydrated.unmount());
  root.remove();
});
