interface Rates {
  /** Milliseconds between two texts. */
  readonly interval: number;
  /** Milliseconds that each segment takes; 0 where only texts are counted. */
  readonly segmentInterval: number;
}

/** The places in the pace up to a horizon. */
export class Slots {
  next: number;
  taken = 0;
  readonly #horizon: number;
  readonly #room: number;
  readonly #rates: Rates;

  constructor(first: number, horizon: number, room: number, rates: Rates) {
    this.next = first;
    this.#horizon = horizon;
    this.#room = room;
    this.#rates = rates;
  }

  /** How many texts still fit, if they are of one segment. */
  get left(): number {
    if (this.next > this.#horizon) return 0;
    const fit = Math.floor((this.#horizon - this.next) / this.gap(1)) + 1;
    return Math.max(0, Math.min(this.#room - this.taken, fit));
  }

  /** Milliseconds that a text of so many segments keeps the next one waiting. */
  gap(segments: number): number {
    return Math.max(this.#rates.interval, segments * this.#rates.segmentInterval);
  }

  /** Epoch milliseconds. */
  take(segments: number): number {
    const at = this.next;
    this.next += this.gap(segments);
    this.taken += 1;
    return at;
  }
}
