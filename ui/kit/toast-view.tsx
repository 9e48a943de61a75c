import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import X from "lucide-react/icons/x";
import * as RadixToast from "radix-ui/toast";
import { useEffect, useState } from "react";
import { TOAST } from "#src/shared/constants.ts";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { findToastPlace, type ToastPlace } from "./toast-place.ts";

export interface ToastState {
  readonly id: number;
  readonly open: boolean;
  readonly durationMs: number;
  readonly title: string;
  /** Lines are kept. */
  readonly description?: string | undefined;
  /** Defaults to success. */
  readonly kind?: "success" | "destructive" | undefined;
  readonly retry?: (() => void) | undefined;
  readonly undo?: (() => void) | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

export function ToastView({ toast, onDismiss }: { toast: ToastState; onDismiss: () => void }) {
  const place = useToastPlace(toast.id);
  return (
    <RadixToast.Provider duration={toast.durationMs} swipeThreshold={TOAST.swipePx}>
      {/* The key remounts each new toast, which restarts its five seconds. */}
      <RadixToast.Root
        key={toast.id}
        className="toast"
        open={toast.open}
        onOpenChange={(open) => open || onDismiss()}
      >
        {toast.kind === "destructive" ? (
          <Icon of={CircleAlert} size="l" className="bad" />
        ) : (
          <Icon of={CircleCheck} size="l" className="good" />
        )}
        <div className="flex-1 min-w-0">
          <RadixToast.Title className="h3">{toast.title}</RadixToast.Title>
          <RadixToast.Description className="sm dim whitespace-pre-line">
            {toast.description}
          </RadixToast.Description>
          {toast.retry && <ToastAction label="Retry" altText="Try again" onClick={toast.retry} />}
          {toast.undo && (
            <ToastAction label="Undo" altText="Undo this change" onClick={toast.undo} />
          )}
          {toast.action && (
            <ToastAction
              label={toast.action.label}
              altText={toast.action.label}
              onClick={toast.action.run}
            />
          )}
        </div>
        <RadixToast.Close asChild>
          <Button variant="quiet" size="tiny" className="icon" icon={X} aria-label="Dismiss" />
        </RadixToast.Close>
      </RadixToast.Root>
      <RadixToast.Viewport
        className={classes("toasts", place.className)}
        style={place.style}
        hotkey={[TOAST.hotkey]}
      />
    </RadixToast.Provider>
  );
}

/** Follows dialogs and the save bar, once the state behind the toast is on screen. */
function useToastPlace(id: number): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast finds its own place
  useEffect(() => {
    const update = () => setPlace(findToastPlace());
    let frame = requestAnimationFrame(update);
    const changes = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
    };
  }, [id]);
  return place;
}

interface ToastActionProps {
  label: string;
  /** An alternative for users who cannot reach the button in time. */
  altText: string;
  onClick: () => void;
}

function ToastAction({ label, altText, onClick }: ToastActionProps) {
  return (
    <RadixToast.Action asChild altText={altText}>
      <Button size="tiny" className="mt-2" onClick={onClick}>
        {label}
      </Button>
    </RadixToast.Action>
  );
}
