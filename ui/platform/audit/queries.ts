import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { AUDIT_PAGE, audits, MAX_OFFSET } from "#src/platform/audit/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { read } from "#ui/shell/data/read.ts";

/** The page's state, parsed from its address. */
export interface AuditQuery {
  readonly search: string;
  /** Empty for all. */
  readonly action: string;
  /** "user", "system", a user's id, or empty for all. */
  readonly actor: string;
  /** Counted from 1. */
  readonly page: number;
  /** Used beyond the numbered pages. */
  readonly cursor: string | undefined;
}

const LAST_NUMBERED = MAX_OFFSET / AUDIT_PAGE + 1;

export function parseFilters(params: URLSearchParams): AuditQuery {
  const page = Number(params.get("page") ?? 1);
  return {
    search: (params.get("search") ?? "").trim(),
    action: params.get("action") ?? "",
    actor: params.get("actor") ?? "",
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    cursor: params.get("cursor") ?? undefined,
  };
}

/** The filter without the page; the export uses it too. */
export function filterOf({ search, action, actor }: AuditQuery) {
  const isType = actor === "user" || actor === "system";
  return {
    search,
    action: action || undefined,
    actorType: isType ? actor : undefined,
    actor: isType ? undefined : actor || undefined,
  } as const;
}

export function auditsQuery(api: Api, filters: AuditQuery) {
  const { page, cursor } = filters;
  return queryOptions({
    ...read(api, audits.list, {
      query: {
        ...filterOf(filters),
        limit: AUDIT_PAGE,
        ...(cursor === undefined
          ? { offset: (Math.min(page, LAST_NUMBERED) - 1) * AUDIT_PAGE }
          : { cursor }),
      },
    }),
    placeholderData: keepPreviousData,
  });
}

export function kindsQuery(api: Api) {
  return read(api, audits.kinds);
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  await Promise.all([
    client.prefetchQuery(auditsQuery(api, parseFilters(new URLSearchParams(search)))),
    client.prefetchQuery(kindsQuery(api)),
  ]);
}
