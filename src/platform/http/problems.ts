import type { Context } from "hono";
import * as z from "zod/mini";
import { isDiskFailure, isDiskFull } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { handleDiskFailure } from "#src/platform/disk/disk.ts";
import { Problem } from "#src/shared/problem.ts";
import { requestId } from "./requests.ts";

/** Errors leave as `{message, error}`, the same words twice: the specification's screens read either. */
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

/** A refusal goes out in words; anything else is a bug, logged with an id that the person can tell us. */
export function onError(app: App) {
  return (error: unknown, c: Context): Response => {
    if (error instanceof Problem) return problemResponse(error);
    if (isDiskFull(error))
      return problemResponse(
        new Problem(507, "The server's disk is full, so nothing was changed. Make room on it."),
      );
    if (isDiskFailure(error)) {
      handleDiskFailure(app, error);
      return problemResponse(new Problem(503, "The server's disk failed. Please try again soon."));
    }

    const id = requestId(c.req.raw);
    app.log("error", "bug", { id, method: c.req.method, path: c.req.path, error });
    const words = `Something went wrong on our side (${id}).`;
    return Response.json({ message: words, error: words }, { status: 500 });
  };
}

/** @throws Problem 400 with words for each field */
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
  const [[field, words] = ["", "Invalid input"]] = Object.entries(errors);
  throw new Problem(
    400,
    IS_OWN_MESSAGE.test(words) || field === "" ? words : `${field}: ${words}`,
    {
      errors,
    },
  );
}

/** Zod's default words say "Invalid input…", "Too big…": they need the field's name before them. */
const IS_OWN_MESSAGE =
  /^(?!Invalid input|Invalid option|Too (?:big|small)|Unrecognized|Invalid string)/;
