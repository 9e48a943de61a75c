import { useState } from "react";
import { inbox, type Message } from "#src/messaging/inbox/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";

export function RetryButton({ message }: { message: Message }) {
  const [asking, setAsking] = useState(false);
  const doubtful = message.status === "unknown";
  const { run, isPending } = useAct(inbox.retry, {
    onRefreshed: () => setAsking(false),
    errors() {
      setAsking(false);
      return { title: "Failed to send message", fallback: "This contact may have opted out" };
    },
  });
  const retry = () =>
    isPending || run({ params: { id: message.id }, body: { evenIfItArrived: doubtful } });

  return (
    <>
      <button
        type="button"
        className="min-h-6 flex-none font-label underline"
        aria-disabled={isPending}
        onClick={() => {
          if (doubtful) setAsking(true);
          else retry();
        }}
      >
        {isPending ? "Retrying..." : "Retry"}
      </button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Send this text again?"
        description="It may have arrived. If it did, the client will get it twice."
        action="Send again"
        harmless
        busy={isPending && "Sending..."}
        onConfirm={() => retry()}
      />
    </>
  );
}
