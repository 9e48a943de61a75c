import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Captions from "lucide-react/icons/captions";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useLocation, useSearch } from "wouter";
import { useCall, wordsOf } from "#ui/api.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Note } from "#ui/kit/note.tsx";
import { Bar } from "#ui/shell/bar.tsx";
import { Panes } from "#ui/shell/panes.tsx";
import { CallList } from "./call-list.tsx";
import { CallPanel } from "./call-panel.tsx";
import { CallSearch } from "./call-search.tsx";
import { callCountQuery, callQuery, callsQuery, shownFrom } from "./queries.ts";

const NO_CALL = 0;

export function CallTranscriptsScreen() {
  const call = useCall();
  const shown = shownFrom(useSearch());
  const [, navigate] = useLocation();
  const list = useInfiniteQuery(callsQuery(call, shown.q));
  const { data: count } = useQuery(callCountQuery(call));
  const { data: open } = useQuery({
    ...callQuery(call, shown.call ?? NO_CALL),
    enabled: shown.call !== undefined,
    // Most are in the list already.
    placeholderData: () => list.data?.pages.flat().find(({ id }) => id === shown.call),
  });
  const isNone = count === 0;

  return (
    <>
      <Bar title="Call Transcripts" meta={count?.toLocaleString("en-US")} />
      <Panes
        label="Call Transcripts"
        title={shown.q === "" ? "All calls" : "Calls found"}
        open={shown.call !== undefined && open !== null}
        list={
          list.error && !list.data ? (
            <Note tone="bad" icon={CircleAlert} className="m-1.5">
              {wordsOf(list.error)}
            </Note>
          ) : (
            <>
              {!isNone && <CallSearch q={shown.q} />}
              <CallList list={list} shown={shown} />
            </>
          )
        }
      >
        {shown.call !== undefined && open !== null ? (
          <CallPanel key={shown.call} call={open} onClose={() => navigate(hrefOf(shown.q))} />
        ) : (
          <div className="grid flex-1 place-items-center">
            {open === null ? (
              <EmptyState icon={Captions} title="This call is gone">
                It was deleted with its client, or after the time that Settings keep transcripts.
              </EmptyState>
            ) : (
              <EmptyState icon={Captions} title="Select a call">
                {isNone
                  ? "What callers say to the assistant will stand here."
                  : "Then read what was said, and what the caller asked for."}
              </EmptyState>
            )}
          </div>
        )}
      </Panes>
    </>
  );
}

function hrefOf(q: string): string {
  return q === "" ? "/call-transcripts" : `/call-transcripts?q=${encodeURIComponent(q)}`;
}
