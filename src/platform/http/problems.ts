import type { Context } from "hono";
import * as z from "zod/mini";
import { isDiskFailure, isDiskFull } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { handleDiskFailure } from "#src/platform/disk/disk.ts";
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
