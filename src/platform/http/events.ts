import type { Database } from "#db/connection.ts";
import { onRollback, readDataVersion } from "#db/connection.ts";
import type { Resource } from "#src/shared/endpoint.ts";

export interface Change {
  readonly resource: Resource;
  /** Ids only; empty when any of them may have changed. */
  readonly ids: readonly string[];
  /** Grows with every change, and across restarts. */
  readonly number: number;
}

export type Listener = (change: Change) => void;

export interface Events {
  /** Called in the transaction of the change. Listeners run in a microtask, which is after the commit. */
  readonly changed: (resource: Resource, ...ids: readonly (string | number)[]) => void;
  readonly listen: (listener: Listener) => () => void;
  /** Grows with every change, including changes by another process. */
  readonly version: (resource: Resource) => number;
  /** The number of the latest change. */
  readonly latest: () => number;
  /** The resources that changed after this number; undefined if the number is from another run of the server. */
  readonly changedAfter: (number: number) => readonly Resource[] | undefined;
}

/** A change by another process is seen so many milliseconds later. */
const FOREIGN_MS = 5;

export function createEvents(db: Database): Events {
  const first = Date.now();
  let latest = first;
  /** The number of each resource's latest change. */
  const versions = new Map<Resource, number>();
  const listeners = new Set<Listener>();
  let foreign = readDataVersion(db);
  let foreignChanges = 0;
  /** A change was announced in this run of synchronous code. */
  let isUncertain = false;
  let readAt = performance.now();

  /** Doesn't ask the database each time, because a page needs the answer about 100 times and a text 10 times. */
  function countForeignChanges(): number {
    const now = performance.now();
    if (now - readAt < FOREIGN_MS) return foreignChanges;
    readAt = now;
    const seen = readDataVersion(db);
    if (seen !== foreign) foreignChanges += 1;
    foreign = seen;
    return foreignChanges;
  }

  // What the transaction read after its change was cached under the new number.
  onRollback(db, () => {
    if (isUncertain) foreignChanges += 1;
  });

  return {
    changed(resource, ...ids) {
      isUncertain = true;
      latest += 1;
      versions.set(resource, latest);
      const change = { resource, ids: ids.map(String), number: latest };
      queueMicrotask(() => {
        isUncertain = false;
        for (const listener of listeners) listener(change);
      });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: (resource) => (versions.get(resource) ?? 0) + countForeignChanges(),
    latest: () => latest,
    changedAfter(number) {
      if (number < first || number > latest) return undefined;
      return [...versions].filter(([, last]) => last > number).map(([resource]) => resource);
    },
  };
}
