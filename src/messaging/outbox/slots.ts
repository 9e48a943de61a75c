interface Rates {
  /** Milliseconds between two texts. */
  readonly interval: number;
  /** Milliseconds per segment; 0 when only texts are counted. */
  readonly segmentInterval: number;
}

/** Assigns the slots of the pace up to a horizon, at most `capacity` of them. */
export class Slots {
  next: number;
  taken = 0;
  readonly #horizon: number;
  readonly #capacity: number;
  readonly #rates: Rates;

  constructor(first: number, horizon: number, capacity: number, rates: Rates) {
    this.next = first;
    this.#horizon = horizon;
    this.#capacity = capacity;
    this.#rates = rates;
  }

  /** How many texts of one segment still fit. */
  get left(): number {
    if (this.next > this.#horizon) return 0;
    const fit = Math.floor((this.#horizon - this.next) / this.gap(1)) + 1;
    return Math.max(0, Math.min(this.#capacity - this.taken, fit));
  }

  /** Milliseconds between a text with so many segments and the next one. */
  gap(segments: number): number {
    return Math.max(this.#rates.interval, segments * this.#rates.segmentInterval);
  }

  /** Takes the next slot, in epoch milliseconds. */
  take(segments: number): number {
    const at = this.next;
    this.next += this.gap(segments);
    this.taken += 1;
    return at;
  }
}
