/** Returns a record's own value. A key from outside may be "constructor", which every object inherits. */
export function findOwn<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
