/** The one shape of all errors. */
export const PROBLEM = {
  type: "object",
  properties: {
    message: { type: "string", description: "What happened and what to do, for people." },
    error: { type: "string", description: "The same text." },
    errors: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "The error of each refused form field.",
    },
  },
  required: ["message", "error"],
};

/** One for all: every operation can get nearly every status, those from 500 in the same shape. */
const ERROR = {
  description: [
    "400 The input isn't valid; errors names the fields.",
    "401 Not signed in.",
    "403 Not permitted, or a change from another website.",
    "404 The object doesn't exist.",
    "408 The body arrived too slowly.",
    "409 The object's state doesn't allow it, or someone else was faster.",
    "413 The body is too large.",
    "415 The body has another content type.",
    "422 The Idempotency-Key was used with another body.",
    "429 Too many attempts; Retry-After says how many seconds to wait.",
    "500 An error on our side; its id is in the message.",
    "503 The server can't do this right now.",
    "507 The server's disk is full, and nothing was changed.",
  ].join("\n"),
  content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

export const SECURITY_SCHEMES = {
  staff: cookie("parlor", "Staff, after POST /api/login."),
  member: cookie("parlor-member", "A member, after POST /api/membership/verify-code."),
  financing: cookie(
    "parlor-financing",
    "A financing client, after POST /api/financing/verify-login.",
  ),
};

function cookie(name: string, description: string) {
  const https = `On https the cookie's name begins with __Host-.`;
  return { type: "apiKey", in: "cookie", name, description: `${description} ${https}` };
}

const streamed = (type: string) => ({ description: "A file, streamed.", content: { [type]: {} } });

/** What many operations answer. */
export const RESPONSES = {
  Error: ERROR,
  File: streamed("application/octet-stream"),
  Lines: streamed("application/x-ndjson"),
};
