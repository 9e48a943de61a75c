/** What an outside program is told: words for the person who set it up, and ids for the program. */
export interface Answer {
  readonly status: 200 | 201 | 202;
  readonly body: { readonly message: string } & Readonly<Record<string, unknown>>;
}
