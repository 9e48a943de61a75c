import type { Context, Hono } from "hono";
import * as z from "zod/mini";
import { isDiskFailure, isDiskFull } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { handleDiskFailure } from "#src/platform/disk/disk.ts";
import { lazy } from "#src/shared/lazy.ts";
import { Problem } from "#src/shared/problem.ts";
import { requestId, routeOf } from "./requests.ts";

/** Errors are sent as `{message, error}` with the same text, because the specification's screens read either. */
export function problemResponse(problem: Problem): Response {
  const { errors, retryAfter } = problem.details;
  return Response.json(
    { message: problem.message, error: problem.message, ...(errors && { errors }) },
    {
      status: problem.status,
      headers: {
        "cache-control": "no-store",
        ...(retryAfter !== undefined && {
          "retry-after": String(Math.max(1, Math.ceil(retryAfter))),
        }),
      },
    },
  );
}

/** Sends a Problem as it is. Any other error is a bug, logged with an id that is part of the message. */
export function onError(app: App) {
  return (error: unknown, c: Context): Response => {
    if (error instanceof Problem) return problemResponse(error);
    if (isDiskFull(error))
      return problemResponse(
        new Problem(
          507,
          "The server's disk is full, so nothing was changed. Free up space, then try again.",
        ),
      );
    if (isDiskFailure(error)) {
      handleDiskFailure(app, error);
      return problemResponse(
        new Problem(503, "The server's disk failed. Try again in a few minutes."),
      );
    }

    const id = requestId(c.req.raw);
    app.log("error", "bug", { id, method: c.req.method, path: routeOf(c), error });
    const message = `Something went wrong on our side (${id}). Try again.`;
    return Response.json({ message, error: message }, { status: 500 });
  };
}

/** @throws Problem 400 with an error for each field */
export function parseInput<Shape extends z.ZodMiniType>(
  shape: Shape,
  input: unknown,
): z.output<Shape> {
  const result = z.safeParse(shape, input);
  if (result.success) return result.data;

  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join(".");
    errors[field] ??= issue.message;
  }
  const [[field, message] = ["", "Invalid input"]] = Object.entries(errors);
  const isClear = IS_OWN_MESSAGE.test(message) || field === "";
  throw new Problem(400, isClear ? message : `${field}: ${message}`, { errors });
}

/** Zod's default messages, such as "Invalid input…", need the field's name before them. */
const IS_OWN_MESSAGE =
  /^(?!Invalid input|Invalid option|Too (?:big|small)|Unrecognized|Invalid string)/;

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
