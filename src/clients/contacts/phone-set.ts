interface PhoneSet {
  readonly has: (phone: string) => boolean;
  readonly add: (phone: string) => void;
}

const PARTS = 64;
const FIRST_SIZE = 64;

/**
 * A set of numbers in E.164 that takes 16 to 32 bytes for each; JavaScript's own took 150. It consists of parts,
 * because growing a table of a million numbers would stop the event loop.
 */
export function createPhoneSet(): PhoneSet {
  const tables = Array.from({ length: PARTS }, () => new Float64Array(FIRST_SIZE));
  const counts = new Uint32Array(PARTS);

  function add(key: number): void {
    const part = key % PARTS;
    const table = tables[part] ?? new Float64Array(FIRST_SIZE);
    const slot = findSlot(table, key);
    if (table[slot] === key) return;
    table[slot] = key;
    const count = (counts[part] ?? 0) + 1;
    counts[part] = count;
    if (count * 2 <= table.length) return;
    const larger = new Float64Array(table.length * 2);
    for (const old of table) if (old !== 0) larger[findSlot(larger, old)] = old;
    tables[part] = larger;
  }

  return {
    has(phone) {
      const key = Number(phone);
      const table = tables[key % PARTS];
      return table !== undefined && table[findSlot(table, key)] === key;
    },
    add: (phone) => add(Number(phone)),
  };
}

/** The slot of the key, or the empty one where it belongs. */
function findSlot(table: Float64Array, key: number): number {
  let slot = Math.floor(key / PARTS) % table.length;
  while (table[slot] !== 0 && table[slot] !== key) slot = (slot + 1) % table.length;
  return slot;
}
