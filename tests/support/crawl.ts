import { setApproved } from "#db/platform/users.ts";
import { GRANTABLE_PAGES, type Permissions } from "#src/shared/permissions.ts";
import { everyScreen } from "#ui/every-screen.ts";
import { endpoints } from "./endpoints.ts";
import { type Leaks, leaksIn, SENTINELS } from "./sentinels.ts";
import type { Person, TestApp } from "./test-app.ts";

const ALL: Permissions = {
  pages: GRANTABLE_PAGES.map(({ path }) => path),
  employeeIds: [1, 2, 3],
  canViewClientPhoneNumbers: true,
  canViewClientNames: true,
};

/** A user with all pages, except for these permissions. */
export function addStaff(parlor: TestApp, permissions: Partial<Permissions>): Person {
  const person = parlor.person("user", []);
  setApproved(parlor.app.db, person.id, { ...ALL, ...permissions });
  return person;
}

/** Reads every GET of the API with all ids that exist, and every rendered page. */
export async function crawl(person: Pick<Person, "id" | "open">, look = leaksIn): Promise<Leaks> {
  const seen: Leaks = { names: [], phones: [], read: 0, failed: [] };
  const ids = { id: [1, 2, 3, 4, 5, 6, person.id], noteId: [1] };
  const paths = [
    ...endpoints
      .filter(({ method }) => method === "GET")
      .flatMap(({ path }) => fillParameters(path, ids)),
    ...endpoints
      .filter(({ method, path }) => method === "GET" && !path.includes(":"))
      .flatMap(({ path }) =>
        SENTINELS.map(
          (term) => `${path}?q=${encodeURIComponent(term)}&search=${encodeURIComponent(term)}`,
        ),
      ),
    ...everyScreen.flatMap(({ path }) => fillParameters(path, ids)),
    "/inbox?c=1",
    "/call-transcripts?call=1",
    "/call-transcripts?call=2",
    "/call-transcripts?call=3",
    // The tests' day, which the page by itself does not know.
    "/appointments?date=2026-11-20",
    "/appointments?date=2026-11-20&view=week",
  ];
  for (const path of paths) {
    const answer = await person.open(path);
    const text = await answer.text();
    if (answer.status === 200) seen.read += 1;
    if (answer.status >= 500) seen.failed.push(path);
    look(text, path, seen);
  }
  return seen;
}

function fillParameters(
  path: string,
  ids: Readonly<Record<string, readonly (number | string)[]>>,
): string[] {
  const [, name] = /:(\w+)/.exec(path) ?? [];
  if (!name) return [path];
  return (ids[name] ?? []).flatMap((id) =>
    fillParameters(path.replace(`:${name}`, String(id)), ids),
  );
}
