export interface RowRanges {
  /** Adds numbers in ascending order, above all earlier ones. */
  readonly add: (numbers: readonly number[]) => void;
  readonly count: () => number;
  /** Such as "2-501,777". */
  readonly format: () => string;
}

/** No number yet. No row number follows it. */
const NONE = -2;

/** Collects row numbers as ranges, because all rows of a large file may be skipped for the same reason. */
export function createRowRanges(): RowRanges {
  let text = "";
  let count = 0;
  let first = NONE;
  let last = NONE;
  const join = () => {
    if (last === NONE) return text;
    return `${text}${text && ","}${first === last ? first : `${first}-${last}`}`;
  };
  return {
    add(numbers) {
      for (const number of numbers) {
        if (number !== last + 1) {
          text = join();
          first = number;
        }
        last = number;
        count += 1;
      }
    },
    count: () => count,
    format: join,
  };
}

/** The row numbers of such ranges. */
export function parseRowRanges(ranges: string): number[] {
  if (ranges === "") return [];
  return ranges.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}
