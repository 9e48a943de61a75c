import { INBOUND_KINDS } from "#src/integrations/zapier/contract.ts";
import type { OtherOperation } from "#src/platform/api-document/other-operation.ts";

const STAFF = [{ staff: [] }];
const TWIML = { is: "TwiML", type: "text/xml" };
const FORBIDDEN = { is: "The signature isn't valid." };

/** The requests that have no contract, for the API document. */
export const OTHER_OPERATIONS: readonly OtherOperation[] = [
  {
    method: "GET",
    path: "/api/events",
    summary: "Server events",
    description: "Staff who are signed in. Names the resources that change, as server-sent events.",
    security: STAFF,
    replies: {
      "200": { is: "Events", type: "text/event-stream" },
      "401": { is: "Not signed in." },
    },
  },
  {
    method: "GET",
    path: "/api/google-reviews/oauth/callback",
    summary: "Return from Google's sign-in",
    description: "Admins. Google redirects here.",
    security: STAFF,
    replies: {
      "303": { is: "Back to Settings" },
      "401": { is: "Not signed in." },
      "403": { is: "Not an admin." },
    },
  },
  ...INBOUND_KINDS.map(
    ({ path, title, description, fields }): OtherOperation => ({
      method: "POST",
      path,
      summary: title,
      description: `Programs with the API key from Settings. ${description}`,
      security: [],
      fields: [
        { name: "api_key", required: true, example: "YOUR_API_KEY" },
        ...fields.map(({ name, example, optional }) => ({ name, example, required: !optional })),
      ],
      replies: {
        "200": { is: "Done before, or deleted.", type: "application/json" },
        "201": { is: "Created.", type: "application/json" },
        "202": { is: "Waiting for a decision.", type: "application/json" },
      },
    }),
  ),
  ...(
    [
      ["/api/twilio/status-callback", "A text's status"],
      ["/api/twilio/webhook", "A text from a client"],
      ["/api/voice/incoming", "A call comes in"],
      ["/api/voice/after", "The assistant's part of a call ended"],
      ["/api/voice/after-dial", "A transferred call ended"],
      ["/api/voice/message", "A voicemail"],
      ["/api/voice/gather", "A sentence of the caller"],
      ["/api/voice/status", "A call's status"],
    ] as const
  ).map(
    ([path, summary]): OtherOperation => ({
      method: "POST",
      path,
      summary,
      description: "Twilio, by its signature.",
      security: [],
      replies: { "200": TWIML, "403": FORBIDDEN },
    }),
  ),
  {
    method: "GET",
    path: "/api/voice/audio/:token",
    summary: "Spoken words",
    description: "Twilio, by the token in the address.",
    security: [],
    replies: { "200": { is: "Sound", type: "audio/mpeg" }, "404": { is: "Expired." } },
  },
  {
    method: "POST",
    path: "/api/stripe/webhook",
    summary: "An event of Stripe",
    description: "Stripe, by its signature.",
    security: [],
    replies: { "200": { is: "Received.", type: "application/json" }, "400": FORBIDDEN },
  },
];
