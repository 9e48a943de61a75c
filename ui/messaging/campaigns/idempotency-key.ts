import { useRef } from "react";
import { ApiError } from "#ui/api.ts";

interface ActKey {
  current: () => string;
  settle: (error: unknown) => void;
  /** It is done; the next is another act. */
  renew: () => void;
}

/**
 * One key for one act of a person: kept while its answer is not known, so that trying again cannot
 * do it twice; a new one once the server has said no, because the next try is another act.
 */
export function useActKey(): ActKey {
  const key = useRef<string>(undefined);
  return {
    current: () => {
      key.current ??= crypto.randomUUID();
      return key.current;
    },
    renew: () => {
      key.current = undefined;
    },
    settle: (error) => {
      if (error instanceof ApiError && error.status < 500) key.current = undefined;
    },
  };
}
