/** Semantic colors; `off` is a request or an end, never a failure. */
export type Tone = "good" | "busy" | "wait" | "bad" | "off" | "accent";
