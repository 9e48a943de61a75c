/**
 * The result of a request. "declined": the card was declined. "unconfirmed": the client's bank asks the client to confirm
 * the payment. "missing": the object does not exist.
 * "refused": any other refusal. After "unreachable" the request may have taken effect, so repeat it
 * with the same key.
 */
export type PaymentOutcome<T> =
  | { readonly kind: "done"; readonly value: T }
  | {
      readonly kind: "declined" | "unconfirmed" | "missing" | "refused" | "unreachable";
      /** Why, as shown to people. */
      readonly message: string;
    };
