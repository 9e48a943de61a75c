export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** 32 hexadecimal digits. */
  hex(): string;
}

/** mulberry32: the same seed gives the same faults and the same sids. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;

  function word(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  return {
    next: () => word() / 2 ** 32,
    hex: () =>
      eightDigits(word()) + eightDigits(word()) + eightDigits(word()) + eightDigits(word()),
  };
}

export function between(random: Random, [least, most]: readonly [number, number]): number {
  return least + random.next() * (most - least);
}

function eightDigits(word: number): string {
  return word.toString(16).padStart(8, "0");
}
