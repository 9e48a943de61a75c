/** What a clause says about texting. The rest of the text explains a bare "stop" or "cancel". */
export type ClauseReading = "opt-out" | "stop" | "cancel" | "ambiguous" | undefined;

/** The words around a verb that can change its meaning. The limit keeps the reading linear. */
export interface Context {
  readonly verb: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}
