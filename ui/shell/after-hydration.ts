import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and for the first paint, so that code which loads late is not part of it. */
export function useAfterHydration(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
