import { useState } from "react";
import { type PushKind, push } from "#src/platform/push/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { useAct } from "#ui/shell/data/act.ts";

interface PushChoice {
  readonly kinds: readonly PushKind[];
  readonly quietAtNight: boolean;
}

/** Subscribes this browser to notifications; `choose` without kinds ends it. Call it on click only. */
export function usePush() {
  const api = useApi();
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  const subscribing = useAct(push.subscribe);
  const unsubscribing = useAct(push.unsubscribe);

  async function choose({ kinds, quietAtNight }: PushChoice): Promise<void> {
    setProblem(undefined);
    if (kinds.length === 0) {
      const worker = await navigator.serviceWorker.getRegistration();
      await (await worker?.pushManager.getSubscription())?.unsubscribe();
      unsubscribing.run();
      return;
    }
    if ((await Notification.requestPermission()) !== "granted") {
      setProblem("This browser doesn't allow notifications. Change that in its settings.");
      return;
    }
    const { publicKey } = await api(push.key);
    const worker = await navigator.serviceWorker.ready;
    const subscription = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    const { endpoint = "", keys = {} } = subscription.toJSON();
    const { p256dh = "", auth = "" } = keys;
    subscribing.run({
      body: { endpoint, keys: { p256dh, auth }, kinds: [...kinds], quietAtNight },
    });
  }

  return {
    problem,
    isPending: asking || subscribing.isPending || unsubscribing.isPending,
    choose(choice: PushChoice) {
      setAsking(true);
      choose(choice)
        .catch((error: unknown) => setProblem(messageOf(error)))
        .finally(() => setAsking(false));
    },
  };
}

function messageOf(error: unknown): string {
  // The browser's push service can't be reached, or the user closed the question.
  if (error instanceof DOMException)
    return "The browser couldn't turn on notifications. Try again later.";
  return error instanceof Error ? errorMessage(error) : "Try again later.";
}
