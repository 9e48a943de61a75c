import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { inbox, type Message } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";

/** Sends the same words again. One key for all its presses: a lost answer must not send it twice. */
export function RetryButton({ message }: { message: Message }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [asking, setAsking] = useState(false);
  const doubtful = message.status === "unknown";
  const retry = useMutation({
    mutationFn: () =>
      api(inbox.retry, {
        params: { id: message.id },
        body: { evenIfItArrived: doubtful },
        idempotencyKey,
      }),
    onSuccess: () => refresh(client, "messages", "conversations"),
    onError: (error) =>
      tellError(toasts, error, {
        title: "Failed to send message",
        fallback: "This contact may have opted out",
      }),
    onSettled: () => setAsking(false),
  });

  return (
    <>
      <button
        type="button"
        className="min-h-6 flex-none font-label underline"
        aria-disabled={retry.isPending}
        onClick={() => {
          if (doubtful) setAsking(true);
          else if (!retry.isPending) retry.mutate();
        }}
      >
        {retry.isPending ? "Retrying..." : "Retry"}
      </button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Send this text again?"
        description="It may have arrived. If it did, the client gets it twice."
        act="Send again"
        harmless
        busy={retry.isPending && "Sending..."}
        onConfirm={() => retry.isPending || retry.mutate()}
      />
    </>
  );
}
