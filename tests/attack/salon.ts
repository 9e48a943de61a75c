import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase } from "#db/connection.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { type Person, SECRET_KEY, type TestApp } from "#tests/support/test-app.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A prepared salon, served by the compiled program. */
export interface Target {
  readonly url: string;
  readonly parlor: RunningParlor;
  /** Sends a request as a person of the prepared salon. */
  readonly send: (
    who: { readonly cookie: string },
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  /** The person, with `open` sending requests to the program. */
  readonly at: (person: Person) => Pick<Person, "id" | "open">;
  readonly end: () => Promise<number>;
}

/** Prepares a salon in this process, on a database file, and then starts the program on that file. */
export async function startTarget(
  prepare: (databaseFile: string) => Promise<TestApp>,
): Promise<Target> {
  const folder = newFolder("attack");
  writeFileSync(join(folder, "secret.key"), Buffer.from(SECRET_KEY).toString("base64"));
  const { app } = await prepare(join(folder, "parlor.db"));
  // The tests' clock stands still on a day of its own; the program has the real one.
  app.db
    .query("update sessions set created_at = ?, expires_at = ?")
    .run(Date.now(), Date.now() + DAY_MS);
  app.db.query("update client_sessions set expires_at = ?").run(Date.now() + DAY_MS);
  closeDatabase(app.db);

  const parlor = await startParlor(["serve", "--data", folder, "--port", "0", "--passive"]);
  const send: Target["send"] = ({ cookie }, method, path, body, headers = {}) =>
    fetch(parlor.url + path, {
      method,
      redirect: "manual",
      headers: {
        // Over plain HTTP the cookie has no prefix.
        cookie: cookie.replace(/^__Host-/, ""),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return {
    url: parlor.url,
    parlor,
    send,
    at: (person) => ({ id: person.id, open: (path) => send(person, "GET", path) }),
    end: () => parlor.end("SIGTERM"),
  };
}

/** For requests of browsers that are not signed in. */
export const STRANGER = { cookie: "" };

/** Prints what an attack tried, and how often it got through. */
export function report(attack: string, tried: number, succeeded: number): void {
  process.stdout.write(`${attack}: ${tried} tried, ${succeeded} got through\n`);
}
