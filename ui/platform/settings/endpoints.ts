interface Endpoints {
  readonly service: string;
  readonly where: string;
  readonly paths: readonly { readonly label: string; readonly path: string }[];
}

/** The addresses that external services request, as listed in the specification. */
export const ENDPOINTS: readonly Endpoints[] = [
  {
    service: "Twilio",
    where:
      "Connect This Number sets the addresses for incoming texts and calls. Text receipts are requested with each text.",
    paths: [
      { label: "Text receipts", path: "/api/twilio/status-callback" },
      { label: "Incoming texts", path: "/api/twilio/webhook" },
      { label: "Incoming calls", path: "/api/voice/incoming" },
      { label: "Call status", path: "/api/voice/status" },
    ],
  },
  {
    service: "Stripe",
    where:
      "Stripe, Developers, Webhooks: add this address with the events checkout.session, customer.subscription, invoice, subscription_schedule, charge.refunded, refund and charge.dispute, then save its signing secret below.",
    paths: [{ label: "Payments", path: "/api/stripe/webhook" }],
  },
  {
    service: "Google",
    where: "Google console, Credentials, your OAuth client: an authorized redirect URI.",
    paths: [{ label: "Sign-in", path: "/api/google-reviews/oauth/callback" }],
  },
  {
    service: "Zapier and others",
    where: "POST JSON with your api_key in the body. You'll find the key under Zapier Integration.",
    paths: [
      { label: "New contact", path: "/api/webhooks/zapier/contact/create" },
      { label: "Changed contact", path: "/api/webhooks/zapier/contact/update" },
      { label: "New appointment", path: "/api/webhooks/appointment/create" },
      { label: "Canceled appointment", path: "/api/webhooks/appointment/delete" },
    ],
  },
];
