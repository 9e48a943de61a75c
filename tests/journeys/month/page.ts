import { Visitor } from "#tests/long-run/visitor.ts";
import type { Desk } from "./desk.ts";
import { type Client, expectText } from "./world.ts";

let visitors = 0;

/** The salon's pages, for one visitor with an address of their own. */
export function openPage({ salon }: Desk) {
  visitors += 1;
  const address = `100.64.${(visitors >> 8) & 255}.${visitors & 255}`;
  const visitor = new Visitor({ broken: [], refused: new Map() }, salon.url, address);
  const insist = async (method: string, path: string, body?: unknown) => {
    const answer = await visitor.ask(method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  return {
    get: (path: string) => insist("GET", path),
    post: (path: string, body?: unknown) => insist("POST", path, body),
  };
}
type Page = ReturnType<typeof openPage>;

/** The client types the code that they are texted. Returns it. */
export async function confirmPhone(
  { salon, world }: Desk,
  page: Page,
  client: Client,
  send: string,
  verify: string,
): Promise<string> {
  const phoneNumber = client.phone;
  const before = (await salon.twilio.counts()).accepted;
  await page.post(send, { phoneNumber });
  expectText(world, client, "code");
  for (const started = performance.now(); performance.now() - started < 10_000; ) {
    const texts = await salon.twilio.log(before);
    const text = texts.findLast(({ to, body }) => to === phoneNumber && body.includes("code"));
    const code = /\b\d{6}\b/.exec(text?.body ?? "")?.[0];
    if (code) {
      await page.post(verify, { phoneNumber, code });
      return code;
    }
    await Bun.sleep(5);
  }
  throw new Error(`no code for ${client.name}`);
}
