import type { Hono } from "hono";
import { lazy } from "#src/shared/lazy.ts";
import { Problem } from "#src/shared/problem.ts";
import { problemResponse } from "./problems.ts";

/** Answers what nothing else does, below /api: 405 with Allow for a known path with another method, else 404. */
export function mountUnknownRequests(hono: Hono): void {
  const routes = hono.routes.filter(({ method, path }) => method !== "ALL" && !path.includes("*"));
  const known = lazy(() =>
    routes.map(({ method, path }) => ({ method, pattern: toPattern(path) })),
  );
  hono.all("/api/*", (c) => {
    const methods = new Set(
      known().flatMap(({ method, pattern }) => (pattern.test(c.req.path) ? method : [])),
    );
    if (methods.size === 0) return problemResponse(new Problem(404, "Not found."));
    if (methods.has("GET")) methods.add("HEAD");
    const allow = [...methods].sort().join(", ");
    const response = problemResponse(new Problem(405, `This address only accepts ${allow}.`));
    response.headers.set("allow", allow);
    return response;
  });
}

/** Answers a request to a page's address that is neither GET nor HEAD. */
export function mountUnknownMethods(hono: Hono): void {
  hono.all("*", () => {
    const response = problemResponse(new Problem(405, "This address only accepts GET, HEAD."));
    response.headers.set("allow", "GET, HEAD");
    return response;
  });
}

/** "/api/users/:id" matches one segment for each parameter. */
function toPattern(path: string): RegExp {
  const parts = path
    .split("/")
    .map((part) => (part.startsWith(":") ? "[^/]+" : RegExp.escape(part)));
  return new RegExp(`^${parts.join("/")}$`);
}
