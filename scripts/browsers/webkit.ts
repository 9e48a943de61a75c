import { type BrowserPage, FIND, patiently, WATCH } from "./page.ts";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** The page was rendered again, or moved, between the two requests. */
const NOT_PRESSED = /stale element reference|element click intercepted|element not interactable/;
const KEYS = { Escape: "\uE00C", Enter: "\uE007" };

/** WebKitGTK, the engine of Safari, driven by Debian's WebKitWebDriver. Needs a display. */
export async function openWebKit(driver: string, display: string): Promise<BrowserPage> {
  const port = await freePort();
  const child = Bun.spawn([driver, `--port=${port}`, "--host=127.0.0.1"], {
    env: { ...process.env, DISPLAY: display },
    stdout: "ignore",
    stderr: "ignore",
  });
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) {
      const { error, message } = value as { error: string; message: string };
      throw new Error(`${error}: ${message}`);
    }
    return value;
  };
  const capabilities = { alwaysMatch: { browserName: "MiniBrowser" } };
  const { sessionId } = (await patiently("WebKitWebDriver", () =>
    send("POST", "/session", { capabilities }).catch(() => undefined),
  )) as { sessionId: string };
  const ask = (path: string, body: object = {}) =>
    send("POST", `/session/${sessionId}${path}`, body);
  await ask("/window/rect", { width: 1280, height: 900 });
  const run = (script: string, ...args: unknown[]) => ask("/execute/sync", { script, args });
  const find = (kind: string, name: RegExp) =>
    patiently(`${kind} ${name}`, async () => {
      const found = (await run(FIND, kind, name.source)) as Record<string, string> | null;
      return found?.[ELEMENT];
    });
  const actions = (steps: object[]) =>
    ask("/actions", {
      actions: [
        { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: steps },
      ],
    });
  return {
    async open(url) {
      await ask("/url", { url });
      await run(WATCH);
    },
    async click(name) {
      await patiently(`a press of ${name}`, async () => {
        const id = await find("control", name);
        try {
          await run("arguments[0].scrollIntoView({ block: 'center' })", { [ELEMENT]: id });
          await ask(`/element/${id}/click`);
          return true;
        } catch (error) {
          if (NOT_PRESSED.test(String(error))) return false;
          throw error;
        }
      });
    },
    async fill(label, text) {
      const id = await find("field", label);
      await ask(`/element/${id}/clear`);
      await ask(`/element/${id}/value`, { text });
    },
    async choose(label, file) {
      await ask(`/element/${await find("file", label)}/value`, { text: file });
    },
    async drag(name, by) {
      const origin = { [ELEMENT]: await find("control", name) };
      await run("arguments[0].scrollIntoView({ block: 'center' })", origin);
      await Bun.sleep(300);
      await actions([
        { type: "pointerMove", origin, x: 0, y: 0, duration: 0 },
        { type: "pointerDown", button: 0 },
        ...[1, 2, 3].map((part) => ({
          ...{ type: "pointerMove", origin: "pointer", duration: 100 },
          ...{
            x: Math.round(by.x / 3),
            y: Math.round((by.y * part) / 3 - (by.y * (part - 1)) / 3),
          },
        })),
        { type: "pause", duration: 300 },
        { type: "pointerUp", button: 0 },
      ]);
    },
    async press(key) {
      const steps = ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] }));
      await ask("/actions", { actions: [{ type: "key", id: "keys", actions: steps }] });
    },
    async shows(text) {
      await patiently(`text ${text}`, async () =>
        text.test((await run("return document.body.innerText")) as string),
      );
    },
    run: (script) => run(`return ${script}`) as never,
    errors: () => run("return window.__errors ?? []") as Promise<string[]>,
    async picture() {
      const base64 = (await send("GET", `/session/${sessionId}/screenshot`)) as string;
      return Buffer.from(base64, "base64");
    },
    async close() {
      await send("DELETE", `/session/${sessionId}`).catch(() => undefined);
      child.kill();
    },
  };
}

async function freePort(): Promise<number> {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port = 0 } = server;
  await server.stop();
  return port;
}
