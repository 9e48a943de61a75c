import Check from "lucide-react/icons/check";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { AgreementTerm } from "#src/shared/agreement-terms.ts";
import { AGREEMENT_END_TOLERANCE_PX } from "#src/shared/constants.ts";
import { AgreementBlocks } from "#ui/billing/client-pages/agreement-blocks.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";

interface AgreementDialogProps {
  title: string;
  text: string;
  terms: readonly AgreementTerm[];
  /** Called when the end is visible: after scrolling, or at once when everything fits. */
  onRead: () => void;
  onClose: () => void;
}

export function AgreementDialog({ title, text, terms, onRead, onClose }: AgreementDialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const [isRead, setRead] = useState(false);
  const look = useEffectEvent(() => {
    if (isRead || !body.current || !isAtEnd(body.current)) return;
    setRead(true);
    onRead();
  });

  useEffect(() => {
    // The dialog is mounted later, and grows when its font loads.
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <Dialog onClose={onClose} title={title} size="wide">
      <DialogBody ref={body} onScroll={look} tabIndex={0} role="document" aria-label={title}>
        <AgreementBlocks text={text} terms={terms} />
      </DialogBody>
      <DialogFooter>
        <p className="sm dim flex items-center gap-2 flex-1 min-w-0" role="status">
          {isRead ? (
            <span className="flex items-center gap-2 min-w-0 good">
              <Icon of={Check} size="s" />
              Read to the end
            </span>
          ) : (
            "Scroll to the end to continue"
          )}
        </p>
        <Button variant={isRead ? "primary" : "secondary"} onClick={onClose}>
          {isRead ? "Done" : "Close"}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const LOOK_MS = 250;

/** Before it is laid out, it has no height, and no one has read it. */
function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return clientHeight > 0 && scrollHeight - scrollTop - clientHeight <= AGREEMENT_END_TOLERANCE_PX;
}
