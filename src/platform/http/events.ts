import type { Database } from "#db/connection.ts";
import { readDataVersion } from "#db/connection.ts";
import type { Resource } from "#src/shared/endpoint.ts";

export interface Change {
  readonly resource: Resource;
  /** Ids only; empty when any of them may have changed. */
  readonly ids: readonly string[];
}

export type Listener = (change: Change) => void;

export interface Events {
  /** Called in the transaction of the change. Listeners run in a microtask, which is after the commit. */
  readonly changed: (resource: Resource, ...ids: readonly (string | number)[]) => void;
  readonly listen: (listener: Listener) => () => void;
  /** Grows with every change, including changes by another process. */
  readonly version: (resource: Resource) => number;
}

export function createEvents(db: Database): Events {
  const versions = new Map<Resource, number>();
  const listeners = new Set<Listener>();
  let foreign = readDataVersion(db);
  let foreignChanges = 0;

  return {
    changed(resource, ...ids) {
      versions.set(resource, (versions.get(resource) ?? 0) + 1);
      const change = { resource, ids: ids.map(String) };
      queueMicrotask(() => {
        for (const listener of listeners) listener(change);
      });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version(resource) {
      const seen = readDataVersion(db);
      if (seen !== foreign) {
        foreign = seen;
        foreignChanges += 1;
      }
      return (versions.get(resource) ?? 0) + foreignChanges;
    },
  };
}
