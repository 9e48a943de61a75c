import { afterEach, expect, test } from "bun:test";
import { goToAnchor } from "#ui/shell/layout/anchor.ts";

afterEach(() => {
  document.body.replaceChildren();
  location.hash = "";
});

/** A search field, and a card of two fields that the address names. */
function page() {
  document.body.innerHTML =
    '<input id="search" /><section id="google"><input id="place" /><input id="client" /></section>';
  location.hash = "#google";
  return (id: string) => document.getElementById(id) as HTMLInputElement;
}

const focused = () => document.activeElement?.id;

test("the first field of what the address names gets the focus", async () => {
  const at = page();
  at("search").focus();
  goToAnchor("/settings/assistant#google");
  await Bun.sleep(80);
  expect(focused()).toBe("place");
});

test("the focus stays with a field that was entered meanwhile", async () => {
  const at = page();
  goToAnchor("/settings/assistant#google");
  at("client").focus();
  await Bun.sleep(80);
  expect([focused(), at("google").dataset["found"]]).toEqual(["client", ""]);
});

test("a page that finds its own part takes the focus from no field", async () => {
  const at = page();
  at("search").focus();
  goToAnchor(location.hash, null);
  await Bun.sleep(80);
  expect(focused()).toBe("search");
});

test("from the command palette, which returns the focus to a field, the part is marked and gets the focus", async () => {
  const at = page();
  const palette = document.body.appendChild(document.createElement("input"));
  palette.focus();
  goToAnchor("/settings/assistant#google");
  palette.remove();
  at("search").focus();
  await Bun.sleep(80);
  expect([focused(), at("google").dataset["found"]]).toEqual(["place", ""]);
});
