/** Calls a running Parlor over HTTP as one signed-in person. */
export class StaffClient {
  readonly #url: string;
  #cookie = "";

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.request("POST", "/api/login", { username, password });
  }

  /** Whatever a GET answers, as text. @throws on any status but 2xx */
  async text(path: string): Promise<string> {
    const response = await fetch(this.#url + path, { headers: { cookie: this.#cookie } });
    const text = await response.text();
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${text}`);
    return text;
  }

  /** Sends a CSV file as one streamed upload. @throws on any status but 2xx, and when the server ends */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  async upload(path: string, csv: string): Promise<any> {
    const headers = { cookie: this.#cookie, "content-type": "text/csv" };
    const response = await fetch(this.#url + path, { method: "POST", headers, body: csv });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  /** The JSON that came back. @throws on any status but 2xx */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  async request(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(";")[0] ?? "";
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }
}
