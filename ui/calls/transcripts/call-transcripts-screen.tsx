import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { useApi } from "#ui/api.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { CallCards } from "./call-cards.tsx";
import { CallDialog } from "./call-dialog.tsx";
import { CallSearch } from "./call-search.tsx";
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
