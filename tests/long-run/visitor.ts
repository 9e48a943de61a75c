import type { Driver } from "./driver.ts";

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the driver reads what it expects
  readonly body: any;
}

/** A browser: it keeps its cookies and comes from its own address. */
export class Visitor {
  readonly #driver: Pick<Driver, "broken" | "refused">;
  readonly #url: string;
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  constructor(driver: Pick<Driver, "broken" | "refused">, url: string, address: string) {
    this.#driver = driver;
    this.#url = url;
    this.#address = address;
  }

  get headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return { "x-forwarded-for": this.#address, ...(cookie && { cookie }) };
  }

  /** A refusal is an answer too; a 5xx is noted as broken. */
  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method,
      redirect: "manual",
      headers: {
        ...this.headers,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const answer = { status: response.status, body: isJson && text ? JSON.parse(text) : text };
    const address = path.replace(/\?.*/, "").replace(/\/\d+[\w-]*/g, "/:id");
    const what = `${method} ${address}: ${answer.status}`;
    if (answer.status >= 500) this.#driver.broken.push(what);
    else if (answer.status >= 400)
      this.#driver.refused.set(what, (this.#driver.refused.get(what) ?? 0) + 1);
    return answer;
  }
}
