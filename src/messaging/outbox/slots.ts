import { gapAfter, type Rates, type Slot } from "./pace.ts";

/** Assigns the slots of the pace up to a horizon, at most `capacity` of them. */
export class Slots {
  next: number;
  taken = 0;
  /** The slot taken last; null when the pace has never been used. */
  last: Slot | null;
  readonly #horizon: number;
  readonly #capacity: number;
  readonly #rates: Rates;

  constructor(
    first: { readonly at: number; readonly last: Slot | null },
    horizon: number,
    capacity: number,
    rates: Rates,
  ) {
    this.next = first.at;
    this.last = first.last;
    this.#horizon = horizon;
    this.#capacity = capacity;
    this.#rates = rates;
  }

  /** How many texts of one segment still fit. */
  get left(): number {
    if (this.next > this.#horizon) return 0;
    const fit = Math.floor((this.#horizon - this.next) / gapAfter(1, this.#rates)) + 1;
    return Math.max(0, Math.min(this.#capacity - this.taken, fit));
  }

  /** Takes the next slot. */
  take(segments: number): Slot {
    const slot = { at: this.next, segments };
    this.next += gapAfter(segments, this.#rates);
    this.last = slot;
    this.taken += 1;
    return slot;
  }
}
