import { expect, test } from "bun:test";
import { act } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { type EarlyInput, KEEP_EARLY_INPUT, replayEarlyInput } from "#ui/early-input.ts";

function Services() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <>
      {["Cut", "Color"].map((service) => (
        <input
          key={service}
          type="checkbox"
          aria-label={service}
          checked={chosen.includes(service)}
          onChange={({ target }) =>
            setChosen(
              target.checked ? [...chosen, service] : chosen.filter((one) => one !== service),
            )
          }
        />
      ))}
      <output>{chosen.join(", ") || "none"}</output>
    </>
  );
}

function Toggle() {
  const [isOn, setOn] = useState(false);
  return (
    <>
      <input type="checkbox" aria-label="Repeats" checked={isOn} onChange={() => setOn(!isOn)} />
      <output>{isOn ? "on" : "off"}</output>
    </>
  );
}

function Ways() {
  const [way, setWay] = useState("card");
  return (
    <>
      {["card", "cash", "link"].map((one) => (
        <input
          key={one}
          type="radio"
          name="way"
          aria-label={one}
          checked={way === one}
          onChange={() => setWay(one)}
        />
      ))}
      <output>{way}</output>
    </>
  );
}

function Search() {
  const [text, setText] = useState("");
  return (
    <>
      <input
        aria-label="Search"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <output>{text}</output>
    </>
  );
}

/** Does `early` on the server's page and `live` on the hydrated one, then replays. Returns what the page shows. */
async function replay(page: ReactElement, early: () => void, live = () => {}) {
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = renderToString(page);
  const script = new AbortController();
  new Function("addEventListener", KEEP_EARLY_INPUT)(
    (type: string, listener: EventListener, capture = false) =>
      window.addEventListener(type, listener, { capture, signal: script.signal }),
  );
  const { earlyInput } = window as unknown as { earlyInput: EarlyInput };
  early();
  const hydrated = await act(async () => hydrateRoot(root, page));
  await act(async () => live());
  await act(async () => replayEarlyInput(earlyInput));
  const result = {
    shown: root.querySelector("output")?.textContent,
    checked: [...root.querySelectorAll("input")].flatMap((field) =>
      field.checked ? [field.getAttribute("aria-label")] : [],
    ),
  };
  script.abort();
  await act(async () => hydrated.unmount());
  root.remove();
  return result;
}

function field(label: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`);
  if (!found) throw new Error(`There is no field ${label}`);
  return found;
}

test("a service ticked before the page is live is chosen", async () => {
  expect(await replay(<Services />, () => field("Cut").click())).toEqual({
    shown: "Cut",
    checked: ["Cut"],
  });
});

test("what is ticked between the two is chosen once", async () => {
  const result = await replay(
    <Services />,
    () => field("Cut").click(),
    () => field("Color").click(),
  );
  expect(result).toEqual({ shown: "Color, Cut", checked: ["Cut", "Color"] });
});

test("what was ticked and cleared again is not chosen", async () => {
  const result = await replay(
    <Services />,
    () => field("Cut").click(),
    () => field("Cut").click(),
  );
  expect(result).toEqual({ shown: "none", checked: [] });
});

test("a box that turns its own state around is turned once", async () => {
  expect(await replay(<Toggle />, () => field("Repeats").click())).toEqual({
    shown: "on",
    checked: ["Repeats"],
  });
});

test("of several early choices the last one counts", async () => {
  const result = await replay(<Ways />, () => {
    for (const way of ["link", "cash", "link"]) field(way).click();
  });
  expect(result).toEqual({ shown: "link", checked: ["link"] });
});

test("a search typed before the page is live is made", async () => {
  const result = await replay(<Search />, () => {
    field("Search").value = "Odalys";
    field("Search").dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(result.shown).toBe("Odalys");
});
