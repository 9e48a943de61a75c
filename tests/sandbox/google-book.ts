/** Google's data about the salon, and how Google's reviews endpoint will reply next. */
export interface GoogleBook {
  /** Returns its id. */
  readonly add: (review: Partial<BookedReview>) => string;
  /** As its author does, which makes it the most recently changed one. */
  readonly edit: (id: string, change: Partial<BookedReview>) => void;
  readonly remove: (id: string) => void;
  /** The replies to the next requests for reviews. */
  readonly failNext: (fault: Fault, times?: number) => void;
  /** The owner revokes the permission at Google, so the refresh token no longer works. */
  readonly revoke: () => void;
  /** The access token that is in use is an hour old. */
  readonly expire: () => void;
  /** Runs once, right after this many pages were returned. */
  readonly afterPage: (page: number, act: () => void) => void;
}

export type Fault = "expired" | "no-quota" | "busy" | "broken" | "malformed" | "not-verified";

export interface BookedReview {
  readonly id: string;
  readonly name: string;
  readonly isAnonymous: boolean;
  readonly stars: 0 | 1 | 2 | 3 | 4 | 5;
  readonly comment: string;
  readonly createTime: string;
  readonly updateTime: string;
}

/** The parts that the stand-in itself reads. */
export interface GoogleDesk extends GoogleBook {
  /** Newest change first, as the list is in. */
  readonly all: () => readonly BookedReview[];
  readonly fault: () => Fault | undefined;
  readonly accessToken: () => string;
  readonly isRevoked: () => boolean;
  readonly pageGiven: () => void;
}

const START = Date.parse("2026-11-01T10:00:00Z");

export function createGoogleBook(): GoogleDesk {
  const reviews = new Map<string, BookedReview>();
  const faults: Fault[] = [];
  let made = 0;
  let ticks = 0;
  let token = 1;
  let revoked = false;
  let pages = 0;
  let planned: { page: number; act: () => void } | undefined;

  const tick = () => {
    ticks += 1;
    return new Date(START + ticks * 60_000).toISOString();
  };

  return {
    add(review) {
      made += 1;
      const at = tick();
      const id = review.id ?? `AbFvOq${made}`;
      reviews.set(id, {
        id,
        name: `Reviewer ${made}`,
        isAnonymous: false,
        stars: 5,
        comment: "",
        createTime: at,
        updateTime: review.createTime ?? at,
        ...review,
      });
      return id;
    },
    edit(id, change) {
      const review = reviews.get(id);
      if (!review) throw new Error(`nobody wrote ${id}`);
      reviews.set(id, { ...review, updateTime: tick(), ...change });
    },
    remove(id) {
      if (!reviews.delete(id)) throw new Error(`nobody wrote ${id}`);
    },
    failNext(fault, times = 1) {
      faults.push(...Array.from({ length: times }, () => fault));
    },
    revoke() {
      revoked = true;
    },
    expire() {
      token += 1;
    },
    afterPage(page, act) {
      planned = { page: pages + page, act };
    },
    all: () =>
      [...reviews.values()].toSorted((one, other) =>
        other.updateTime.localeCompare(one.updateTime),
      ),
    fault: () => faults.shift(),
    accessToken: () => (token === 1 ? "ya29.good" : `ya29.good-${token}`),
    isRevoked: () => revoked,
    pageGiven() {
      pages += 1;
      if (planned?.page !== pages) return;
      const { act } = planned;
      planned = undefined;
      act();
    },
  };
}
