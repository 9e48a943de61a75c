import CircleAlert from "lucide-react/icons/circle-alert";
import NotebookPen from "lucide-react/icons/notebook-pen";
import { useEffect, useRef } from "react";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { formatSeconds } from "./call-figures.ts";
import type { TryLine } from "./use-trial-call.ts";

/** A running test call, newest line last. */
export function TryTranscript({ lines, busy }: { lines: readonly TryLine[]; busy: boolean }) {
  const end = useRef<HTMLDivElement>(null);
  const textLengths = lines.map(({ text }) => text.length).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each word that comes makes it longer
  useEffect(() => {
    const box = end.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [textLengths]);

  return (
    <div
      ref={end}
      role="log"
      aria-label="Test call"
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="flex max-h-[360px] flex-col gap-2 overflow-y-auto rounded-lg bg-sunken p-3"
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added, and grow
        <Line key={at} line={line} />
      ))}
    </div>
  );
}

const BUBBLE = "max-w-[min(84%,440px)] rounded-[18px] px-3.5 py-[9px] text-base wrap-anywhere";

function Line({ line }: { line: TryLine }) {
  const { from, text, ms } = line;
  if (from === "system")
    return (
      <p className={classes("xs flex items-start gap-1.5 px-1.5", line.isBad ? "bad" : "dim")}>
        <Icon of={line.isBad ? CircleAlert : NotebookPen} size="s" />
        <span className="wrap-anywhere">{text}</span>
      </p>
    );
  const isCaller = from === "caller";
  return (
    <div className={classes("flex max-w-full flex-col", isCaller ? "items-end" : "items-start")}>
      <p
        className={classes(
          BUBBLE,
          isCaller ? "rounded-br-[5px] bg-bubble text-on-accent" : "rounded-bl-[5px] bg-trough",
        )}
      >
        <span className="sr">{isCaller ? "You: " : "Assistant: "}</span>
        {text || "…"}
      </p>
      {ms !== undefined && (
        <p className="xs faint num px-1.5 pt-0.5">First word after {formatSeconds(ms)}</p>
      )}
    </div>
  );
}
