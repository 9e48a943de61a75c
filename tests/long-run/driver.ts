import { type Random, seededRandom } from "#tests/sandbox/random.ts";

/** Repeats actions at random moments until the end. It knows nothing of what is checked afterwards. */
export interface Driver {
  readonly random: Random;
  /** 5xx answers and thrown errors. */
  readonly broken: string[];
  /** Refusals with how often they came. */
  readonly refused: Map<string, number>;
  readonly done: Map<string, number>;
  readonly isOver: () => boolean;
  /** A number below `below`. */
  readonly pick: (below: number) => number;
  readonly one: <T>(of: readonly T[]) => T | undefined;
  /** Repeats an action, with about this many milliseconds in between. */
  readonly repeat: (what: string, pauseMs: number, act: () => Promise<unknown>) => Promise<void>;
}

export function createDriver(seed: number, isOver: () => boolean): Driver {
  const random = seededRandom(seed);
  const pick = (below: number) => Math.floor(random.next() * below);
  const driver: Driver = {
    random,
    broken: [],
    refused: new Map(),
    done: new Map(),
    isOver,
    pick,
    one: (of) => of[pick(of.length)],
    async repeat(what, pauseMs, act) {
      await Bun.sleep(random.next() * pauseMs);
      while (!isOver()) {
        try {
          await act();
        } catch (error) {
          driver.broken.push(`${what}: ${error}`);
        }
        driver.done.set(what, (driver.done.get(what) ?? 0) + 1);
        await Bun.sleep(pauseMs * (0.5 + random.next()));
      }
    },
  };
  return driver;
}
