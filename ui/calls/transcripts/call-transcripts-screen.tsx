import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { searchableLabel } from "#ui/shell/format/searchable.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { CallCards } from "./call-cards.tsx";
import { CallDialog } from "./call-dialog.tsx";
import { callCountQuery, callQuery, callsQuery, parseCallSearch } from "./queries.ts";

const NO_CALL = 0;

/** The address names the open call: it can be linked to, and Back closes it. */
export function CallTranscriptsScreen() {
  const api = useApi();
  const { q, call: id } = parseCallSearch(useSearch());
  const [, navigate] = useLocation();
  const list = useInfiniteQuery(callsQuery(api, q));
  const { data: count } = useQuery(callCountQuery(api));
  const { data: open } = useQuery({
    ...callQuery(api, id ?? NO_CALL),
    enabled: id !== undefined,
    // Usually found in the list.
    placeholderData: () => list.data?.pages.flat().find((one) => one.id === id),
  });

  return (
    <>
      <Bar title="Call Transcripts" meta={count?.toLocaleString("en-US")} />
      <Page label="Call Transcripts">
        <div className="grid gap-5">
          {count !== 0 && <CallSearch q={q} />}
          {list.error && !list.data ? <LoadFailed query={list} /> : <CallCards list={list} q={q} />}
        </div>
      </Page>
      {id !== undefined && <CallDialog key={id} call={open} onClose={() => navigate(hrefOf(q))} />}
    </>
  );
}

function hrefOf(q: string): string {
  return q === "" ? "/call-transcripts" : `/call-transcripts?q=${encodeURIComponent(q)}`;
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "name or phone": "Search name, phone or words",
  name: "Search name or words",
  phone: "Search phone",
};

/** Hidden from users who may not search names or numbers. */
function CallSearch({ q }: { q: string }) {
  const { user } = useCurrentUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useSearchText(q, (next) => navigate(hrefOf(next), { replace: true }));
  const by = user && searchableLabel(user);
  if (!by) return null;
  return (
    <FilterBar>
      <SearchInput
        label="Search calls"
        placeholder={PLACEHOLDERS[by]}
        maxLength={100}
        value={typed}
        onValueChange={setTyped}
      />
    </FilterBar>
  );
}
