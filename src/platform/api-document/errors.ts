import type { AnyRoute } from "#src/platform/http/routes.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import type { Operation } from "./contract.ts";

const DESCRIPTIONS = {
  400: "The input isn't valid.",
  401: "Not signed in.",
  403: "Not permitted.",
  404: "There's no such object.",
  408: "The body arrived too slowly.",
  409: "The object's state doesn't allow it, or someone else was faster.",
  413: "The body is too large.",
  415: "The body has another content type.",
  422: "The Idempotency-Key was used with another body.",
  429: "Too many attempts. Retry-After says how many seconds to wait.",
  500: "An error on our side. Its id is in the message.",
  503: "The server can't do this right now.",
  507: "The server's disk is full. Nothing was changed.",
} as const;

/** Returns every error that the request can get, in the one shape that all errors have. */
export function errorsOf(endpoint: AnyEndpoint, { access }: AnyRoute): Operation["responses"] {
  const { method, path, query, body, upload, reply, file, showsSecret } = endpoint;
  const isChange = method !== "GET";
  const isOpen = access.kind === "visitor";
  const isForStaff = access.kind === "staff" || access.kind === "admin";
  const isRepeatable =
    isChange && isForStaff && !file && !upload && !showsSecret && reply !== undefined;
  const hasBody = body !== undefined || upload !== undefined;
  const statuses: readonly (keyof typeof DESCRIPTIONS | false)[] = [
    (query !== undefined || body !== undefined || isChange || path.includes(":")) && 400,
    !isOpen && 401,
    // A change from another website is refused too.
    (isForStaff || isChange) && 403,
    (path.includes(":") || query !== undefined || isChange) && 404,
    hasBody && 408,
    409,
    hasBody && 413,
    hasBody && 415,
    isRepeatable && 422,
    (isOpen || isChange) && 429,
    500,
    503,
    isChange && 507,
  ];
  return Object.fromEntries(
    statuses.flatMap((status) => (status ? [[status, toResponse(status)]] : [])),
  );
}

function toResponse(status: keyof typeof DESCRIPTIONS) {
  const schema = { $ref: "#/components/schemas/Problem" };
  return { description: DESCRIPTIONS[status], content: { "application/json": { schema } } };
}
