import { useCallback, useMemo, useState } from "react";
import type { Selection } from "#src/clients/tags/contract.ts";
import type { ContactFilters } from "./queries.ts";

/** Individually selected contacts, or all matches except the deselected ones. */
interface Chosen {
  readonly all: boolean;
  /** The selected ids, or with `all` the excluded ones. */
  readonly ids: ReadonlySet<number>;
}

const EMPTY_SELECTION: Chosen = { all: false, ids: new Set() };
/** The most ids that the endpoint accepts. */
const MOST = 1000;

/** Contact selection. `isChosen` is undefined outside the selection mode. */
export function useSelection(filters: ContactFilters) {
  const [chosen, setChosen] = useState<Chosen>();
  // Memoized, so that a selection does not rerender every card.
  const toggle = useCallback(
    (id: number) => setChosen((before) => before && toggleContact(before, id)),
    [],
  );
  return useMemo(
    () => ({
      active: chosen !== undefined,
      all: chosen?.all ?? false,
      isChosen: chosen && ((id: number) => chosen.ids.has(id) !== chosen.all),
      count: (matching: number) =>
        chosen?.all ? matching - chosen.ids.size : (chosen?.ids.size ?? 0),
      toggle,
      begin: () => setChosen(EMPTY_SELECTION),
      chooseAll: () => setChosen({ all: true, ids: new Set() }),
      chooseNone: () => setChosen(EMPTY_SELECTION),
      end: () => setChosen(undefined),
      toSelection: (): Selection =>
        chosen?.all
          ? {
              matching: { q: filters.q, state: filters.state, tag: filters.tag },
              except: [...chosen.ids],
            }
          : { contactIds: [...(chosen?.ids ?? [])] },
    }),
    [chosen, toggle, filters.q, filters.state, filters.tag],
  );
}

function toggleContact(before: Chosen, id: number): Chosen {
  const ids = new Set(before.ids);
  if (!ids.delete(id) && ids.size < MOST) ids.add(id);
  return { ...before, ids };
}
