import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { Contact } from "#src/contacts/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useAfterPause } from "#ui/shell/after-pause.ts";
import {
  canReceive,
  recipientsQuery,
  SELECT_ALL_UP_TO,
  validCountQuery,
  validIds,
} from "./queries.ts";

export const TOO_MANY = `Select all works up to ${SELECT_ALL_UP_TO.toLocaleString("en-US")} contacts for now`;

export interface Recipients {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** A search is in the list's place. */
  readonly narrowed: boolean;
  /** Loaded so far; undefined while the first page is on its way. */
  readonly rows: readonly Contact[] | undefined;
  readonly error: unknown;
  readonly loadMore: () => void;
  /** Chosen and able to receive texts. */
  readonly chosen: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  readonly everyone: "all" | "some" | "none";
  readonly toggleEveryone: () => void;
  readonly choosingEveryone: boolean;
  readonly tooMany: boolean;
  readonly total: number | undefined;
  readonly valid: number | undefined;
}

/** Who gets the campaign: the rows of the picker and what is chosen of them and beyond. */
export function useRecipients(initial: readonly number[], enabled: boolean): Recipients {
  const call = useCall();
  const toasts = useToasts();
  const [search, setSearch] = useState("");
  const [selected, setSelected] = useState<ReadonlySet<number>>(() => new Set(initial));
  const q = useAfterPause(search.trim());

  const list = useInfiniteQuery({ ...recipientsQuery(call, q), enabled });
  const { data: valid } = useQuery({ ...validCountQuery(call), enabled });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.contacts), [list.data]);
  const total = list.data?.pages[0]?.total;

  // A client who opts out while the dialog is open leaves the choice at once.
  const chosen = useMemo(() => {
    const left = new Set(selected);
    for (const row of rows ?? []) if (!canReceive(row)) left.delete(row.id);
    return left;
  }, [selected, rows]);

  // Stable, so that typing the message does not draw thousands of rows anew.
  const toggle = useCallback((id: number) => {
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);

  const found = (rows ?? []).filter(canReceive);
  const foundChosen = found.filter(({ id }) => chosen.has(id)).length;
  const narrowed = q !== "";
  const all = narrowed
    ? !list.hasNextPage && found.length > 0 && foundChosen === found.length
    : chosen.size > 0 && chosen.size === valid;
  const some = narrowed ? foundChosen > 0 : chosen.size > 0;

  const choosing = useMutation({
    mutationFn: () => validIds(call, q),
    onSuccess(ids) {
      if (ids) setSelected((before) => new Set([...before, ...ids]));
      else toasts.show({ title: TOO_MANY, kind: "destructive" });
    },
    onError: (error) =>
      toasts.show({ title: "Error", description: wordsOf(error), kind: "destructive" }),
  });

  return {
    search,
    setSearch,
    narrowed,
    rows,
    error: list.error,
    chosen,
    total,
    valid,
    loadMore() {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
    toggle,
    everyone: all ? "all" : some ? "some" : "none",
    choosingEveryone: choosing.isPending,
    tooMany: !narrowed && (total ?? 0) > SELECT_ALL_UP_TO,
    toggleEveryone() {
      if (!all) choosing.mutate();
      else if (!narrowed) setSelected(new Set());
      else {
        const leaving = new Set(found.map(({ id }) => id));
        setSelected((before) => new Set([...before].filter((id) => !leaving.has(id))));
      }
    },
  };
}
