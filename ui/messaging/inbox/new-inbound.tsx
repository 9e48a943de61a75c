import { useEffect, useRef, useState } from "react";
import type { Message } from "#src/messaging/inbox/contract.ts";

interface NewInboundProps {
  messages: readonly Message[];
  name: string;
}

/** Announces new inbound texts while the thread is open, but not older ones. */
export function NewInbound({ messages, name }: NewInboundProps) {
  const newest = messages.findLast((message) => message.direction === "inbound");
  const notifiedId = useRef(newest?.id ?? 0);
  const [announcement, setWords] = useState("");

  useEffect(() => {
    if (newest && newest.id > notifiedId.current) {
      notifiedId.current = newest.id;
      setWords(`${name}: ${newest.body}`);
    }
  }, [newest, name]);

  return (
    <p className="sr" aria-live="polite">
      {announcement}
    </p>
  );
}
