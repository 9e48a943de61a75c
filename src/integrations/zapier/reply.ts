/** The reply to an outside program: a message for the person who set it up, and ids for the program. */
export interface WebhookReply {
  readonly status: 200 | 201 | 202;
  readonly body: { readonly message: string } & Readonly<Record<string, unknown>>;
}
