import { useQuery } from "@tanstack/react-query";
import Info from "lucide-react/icons/info";
import { useState, useSyncExternalStore } from "react";
import { type PushKind, push } from "#src/platform/push/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { read } from "#ui/shell/data/read.ts";

const LABELS: Readonly<Record<PushKind, string>> = {
  reply: "A client texts",
  request: "A client asks for an appointment",
  booking: "A client books, moves or cancels",
  "missed-call": "A call is missed, or a caller leaves a message",
  alert: "Parlor has a problem",
};

/** The notifications this browser shows while Parlor is closed. Each device has its own choice. */
export function PushCard() {
  const { data: state } = useQuery(read(useApi(), push.state));
  const { choose, isPending, problem } = usePush();
  const support = useSyncExternalStore(neverChanges, pushSupport, () => "yes" as const);
  const kinds = state?.kinds ?? [];
  const quietAtNight = state?.quietAtNight ?? false;

  return (
    <Card id="notifications" aria-label="Notifications on This Device">
      <CardHead title="Notifications on This Device" />
      <CardBody className="flex flex-col gap-3">
        <p className="sm dim">
          You'll get these even when Parlor is closed, until you sign out here. They never show more
          than your screens do.
        </p>
        {support !== "yes" && <Note icon={Info}>{UNSUPPORTED[support]}</Note>}
        <div className="grid gap-3 touch:gap-0">
          {state?.available.map((kind) => (
            <Checkbox
              key={kind}
              checked={kinds.includes(kind)}
              disabled={support !== "yes" || isPending}
              onChange={({ currentTarget }) =>
                choose({
                  kinds: currentTarget.checked
                    ? [...kinds, kind]
                    : kinds.filter((one) => one !== kind),
                  quietAtNight,
                })
              }
            >
              {LABELS[kind]}
            </Checkbox>
          ))}
          {kinds.length > 0 && (
            <Checkbox
              checked={quietAtNight}
              disabled={support !== "yes" || isPending}
              onChange={({ currentTarget }) =>
                choose({ kinds, quietAtNight: currentTarget.checked })
              }
            >
              Quiet at night (9 PM to 8 AM)
            </Checkbox>
          )}
        </div>
        <div role="status" className="empty:hidden">
          {problem && <Note icon={Info}>{problem}</Note>}
        </div>
      </CardBody>
    </Card>
  );
}

const UNSUPPORTED = {
  insecure: "Notifications only work at Parlor's https address.",
  install: "On an iPhone or iPad, add Parlor to the Home Screen first: Share, Add to Home Screen.",
  missing: "This browser doesn't support these notifications.",
};

function pushSupport(): "yes" | keyof typeof UNSUPPORTED {
  if (window.isSecureContext === false) return "insecure";
  if ("serviceWorker" in navigator && "PushManager" in window) return "yes";
  return /iPhone|iPad/.test(navigator.userAgent) ? "install" : "missing";
}

const neverChanges = () => () => undefined;

interface PushChoice {
  readonly kinds: readonly PushKind[];
  readonly quietAtNight: boolean;
}

/** Subscribes this browser to notifications; `choose` without kinds ends it. Call it on click only. */
function usePush() {
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
