import { useEffect, useRef } from "react";
import type { CallTranscript, Turn } from "#src/calls/transcripts/contract.ts";
import { classes } from "#ui/kit/classes.ts";

const WHO = { user: "Caller", assistant: "AI Assistant" } as const;
const LOOKS = {
  user: "self-start rounded-bl-[5px] bg-trough",
  assistant: "self-end rounded-br-[5px] border border-line-2",
};

interface SpokenTurn extends Turn {
  readonly role: "user" | "assistant";
}

/** The conversation in turns, or as plain text if no turns were stored. */
export function Conversation({ call }: { call: CallTranscript }) {
  const turns = call.messagesJson.filter((turn): turn is SpokenTurn => turn.role !== "system");
  const end = useFollowed(call.status === "in_progress" ? turns.length : 0);
  if (turns.length === 0) return <Plain call={call} />;
  return (
    <section aria-label="Conversation">
      <ol
        className="flex flex-col gap-3"
        {...(call.status === "in_progress" && { "aria-live": "polite" })}
      >
        {turns.map(({ role, content }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a turn is known by its place, and never moves
          <li key={at} className="flex flex-col">
            {turns[at - 1]?.role !== role && (
              <span className={classes("xs faint mb-1 px-1.5", role === "assistant" && "self-end")}>
                {WHO[role]}
              </span>
            )}
            <p
              className={classes(
                "max-w-[min(82%,460px)] whitespace-pre-wrap rounded-[18px] px-3.5 py-[9px] text-msg wrap-anywhere",
                LOOKS[role],
              )}
            >
              {content}
            </p>
          </li>
        ))}
      </ol>
      {call.status === "in_progress" && (
        <p className="xs faint pt-3 text-center">The call is still going.</p>
      )}
      <div ref={end} />
    </section>
  );
}

function Plain({ call }: { call: CallTranscript }) {
  const { transcript, message, status } = call;
  if (transcript !== "" && transcript !== message)
    return <p className="whitespace-pre-wrap wrap-anywhere">{transcript}</p>;
  if (message !== "") return null;
  return (
    <p className="dim">
      {status === "in_progress" ? "Nothing has been said yet." : "Nothing was said on this call."}
    </p>
  );
}

/**
 * Scrolls to the end as turns arrive, but not before the first new one, so that a call opens at its
 * beginning.
 */
function useFollowed(turns: number) {
  const end = useRef<HTMLDivElement>(null);
  const before = useRef(turns);
  useEffect(() => {
    if (turns > before.current) end.current?.scrollIntoView({ block: "nearest" });
    before.current = turns;
  }, [turns]);
  return end;
}
