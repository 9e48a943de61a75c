/** A drawn signature is a PNG's data URL, a typed one the name. */
export interface Signature {
  readonly type: "canvas" | "text";
  readonly data: string;
}
