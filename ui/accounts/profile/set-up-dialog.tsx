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

/** Steps: the password, the app's first code, then the recovery codes, which are shown once. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [secondFactor, setSecondFactor] = useState<NewSecondFactor>();
  const [leaving, setLeaving] = useState(false);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();

  function close() {
    onClose();
    if (recoveryCodes) {
      toasts.show({ title: "Two-step sign-in is on" });
      // Refetched only now: the refreshed card would unmount this dialog.
      void client.invalidateQueries(accountQuery(api));
    }
  }

  return (
    <Dialog
      // The recovery codes are never shown again, so only their own button closes this step.
      onClose={() => (recoveryCodes ? setLeaving(true) : close())}
      title={recoveryCodes ? "Your Recovery Codes" : "Set Up Two-Step Sign-In"}
    >
      {!secondFactor && <PasswordFirst onCreated={setSecondFactor} onClose={close} />}
      {secondFactor && !recoveryCodes && (
        <ScanStep secondFactor={secondFactor} onConfirmed={setRecoveryCodes} onClose={close} />
      )}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} leaving={leaving} onDone={close} />}
    </Dialog>
  );
}
