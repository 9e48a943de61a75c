/** The colours that mean something; `off` is a wish or an end, never a failure. */
export type Tone = "good" | "busy" | "wait" | "bad" | "off" | "accent";
