import { useCallback, useMemo, useState } from "react";
import type { Selection } from "#src/clients/tags/contract.ts";
import type { ContactFilters } from "./queries.ts";

/** Those ticked one by one, or all that match but for those unticked. */
interface Chosen {
  readonly all: boolean;
  /** The chosen ones, or with `all` the ones left out. */
  readonly ids: ReadonlySet<number>;
}

const NOBODY: Chosen = { all: false, ids: new Set() };
/** The call takes no more by name. */
const MOST = 1000;

/** Choosing contacts on the page; undefined `isChosen` while nobody is being chosen. */
export function useSelection(filters: ContactFilters) {
  const [chosen, setChosen] = useState<Chosen>();
  // One and the same, so that a tick does not draw every card anew.
  const toggle = useCallback(
    (id: number) => setChosen((before) => before && toggled(before, id)),
    [],
  );
  return useMemo(
    () => ({
      active: chosen !== undefined,
      all: chosen?.all ?? false,
      isChosen: chosen && ((id: number) => chosen.ids.has(id) !== chosen.all),
      /** How many, of so many that match. */
      count: (matching: number) =>
        chosen?.all ? matching - chosen.ids.size : (chosen?.ids.size ?? 0),
      toggle,
      begin: () => setChosen(NOBODY),
      chooseAll: () => setChosen({ all: true, ids: new Set() }),
      chooseNone: () => setChosen(NOBODY),
      end: () => setChosen(undefined),
      whom: (): Selection =>
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

function toggled(before: Chosen, id: number): Chosen {
  const ids = new Set(before.ids);
  if (!ids.delete(id) && ids.size < MOST) ids.add(id);
  return { ...before, ids };
}
