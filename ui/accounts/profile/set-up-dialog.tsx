import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NewSecondFactor } from "#src/accounts/profile/contract.ts";
import { useApi } from "#ui/api.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { PasswordFirst } from "./password-first.tsx";
import { accountQuery } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ScanStep } from "./scan-step.tsx";

/** Password, then the app's first code, then the recovery codes that are shown this once. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [made, setMade] = useState<NewSecondFactor>();
  const [leaving, setLeaving] = useState(false);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();

  function close() {
    onClose();
    if (recoveryCodes) {
      toasts.show({ title: "Two-step sign-in is on" });
      // Only now: the card behind would take the dialog with it.
      void client.invalidateQueries(accountQuery(api));
    }
  }

  return (
    <Dialog
      open
      // The recovery codes are never shown again: they go by their own button only.
      onOpenChange={(open) => open || (recoveryCodes ? setLeaving(true) : close())}
      title={recoveryCodes ? "Your recovery codes" : "Set up two-step sign-in"}
    >
      {!made && <PasswordFirst onMade={setMade} onClose={close} />}
      {made && !recoveryCodes && (
        <ScanStep made={made} onConfirmed={setRecoveryCodes} onClose={close} />
      )}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} leaving={leaving} onDone={close} />}
    </Dialog>
  );
}
