import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import Megaphone from "lucide-react/icons/megaphone";
import MessageCircle from "lucide-react/icons/message-circle";
import Reply from "lucide-react/icons/reply";
import type { ConsentEntry, Entry, TextEntry } from "#src/clients/contract.ts";
import { Line } from "./history-line.tsx";
import { HistoryNote } from "./history-note.tsx";
import { consentWords, textTitle, textWords } from "./history-words.ts";

/** One line of what happened; appointments and payments will be further kinds. */
export function HistoryEntry({ entry, contactId }: { entry: Entry; contactId: number }) {
  switch (entry.kind) {
    case "text":
      return <TextLine entry={entry} />;
    case "consent":
      return <ConsentLine entry={entry} />;
    case "note":
      return <HistoryNote entry={entry} contactId={contactId} />;
  }
}

function TextLine({ entry }: { entry: TextEntry }) {
  const { direction, purpose, body } = entry;
  const icon = purpose === "campaign" ? Megaphone : direction === "inbound" ? Reply : MessageCircle;
  const { words, bad } = textWords(entry);
  return (
    <Line icon={icon} title={textTitle(entry)} at={entry.at}>
      {body && <p className="wrap-anywhere whitespace-pre-wrap">{body}</p>}
      {words && <p className={bad ? "xs mt-0.5 text-bad-ink" : "xs faint mt-0.5"}>{words}</p>}
    </Line>
  );
}

function ConsentLine({ entry }: { entry: ConsentEntry }) {
  return (
    <Line
      icon={entry.given ? BellRing : BellOff}
      title={entry.given ? "Agreed to get texts" : "Opted out"}
      at={entry.at}
    >
      <p className="wrap-anywhere">{entry.wording}</p>
      <p className="xs faint mt-0.5">{consentWords(entry)}</p>
    </Line>
  );
}
