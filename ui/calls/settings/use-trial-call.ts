import { useRef, useState } from "react";
import { calls, type TryEvent } from "#src/calls/assistant/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";

export interface TryLine {
  readonly from: "caller" | "assistant" | "system";
  readonly text: string;
  /** For the assistant: milliseconds to the first word. */
  readonly ms?: number;
  readonly isBad?: boolean;
}

/** A test call, whose lines grow as words arrive. */
export function useTrialCall() {
  const api = useApi();
  const [lines, setLines] = useState<readonly TryLine[]>([]);
  const [busy, setBusy] = useState(false);
  const [callSid, setCallSid] = useState<string>();
  /** Identifies the current call, so that replies to an earlier one are ignored. */
  const current = useRef(0);

  async function request(text: string): Promise<void> {
    const mine = current.current;
    setBusy(true);
    try {
      await api(calls.tryOut, {
        body: { text, ...(callSid !== undefined && text !== "" && { callSid }) },
        onLine(line) {
          if (mine === current.current) onTranscript(JSON.parse(line) as TryEvent);
        },
      });
    } catch (error) {
      if (mine !== current.current) return;
      add({ from: "system", text: errorMessage(error), isBad: true });
      setCallSid(undefined);
    } finally {
      if (mine === current.current) setBusy(false);
    }
  }

  function onTranscript(event: TryEvent): void {
    switch (event.type) {
      case "call":
        setCallSid(event.callSid);
        break;
      case "text":
        if (event.text !== "") setLines((former) => appendText(former, event.text));
        break;
      case "measured":
        setLines((former) => withWait(former, event.ms));
        break;
      case "noted":
        add({
          from: "system",
          text: `On a real call, the ${event.what} would be saved now: ${event.text}`,
        });
        break;
      case "trouble":
        add({ from: "system", text: event.message, isBad: true });
        break;
      case "end":
        add({
          from: "system",
          text:
            event.next === "hand over"
              ? "On a real call, the caller would be connected to a person now."
              : "The AI receptionist hung up.",
        });
        setCallSid(undefined);
        break;
    }
  }

  function add(line: TryLine): void {
    setLines((former) => [...former, line]);
  }

  function start(): void {
    current.current += 1;
    setLines([]);
    void request("");
  }

  function say(text: string): void {
    add({ from: "caller", text });
    void request(text);
  }

  function hangUp(): void {
    current.current += 1;
    setCallSid(undefined);
    setBusy(false);
    add({ from: "system", text: "You hung up." });
  }

  return { lines, busy, isOn: callSid !== undefined, start, say, hangUp };
}

/** Appends to the current line, or starts one. */
function appendText(former: readonly TryLine[], text: string): readonly TryLine[] {
  const last = former.at(-1);
  if (last?.from !== "assistant" || last.ms !== undefined)
    return [...former, { from: "assistant", text }];
  return [...former.slice(0, -1), { ...last, text: last.text + text }];
}

function withWait(former: readonly TryLine[], ms: number): readonly TryLine[] {
  const at = former.findLastIndex(({ from }) => from === "assistant");
  return former.map((line, index) => (index === at ? { ...line, ms } : line));
}
