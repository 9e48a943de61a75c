import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { account, type NewSecondFactor } from "#src/accounts/profile/contract.ts";
import { PasswordFirst } from "#ui/accounts/profile/password-first.tsx";
import { RecoveryCodes } from "#ui/accounts/profile/recovery-codes.tsx";
import { ScanStep } from "#ui/accounts/profile/scan-step.tsx";
import { useApi } from "#ui/api.ts";
import { currentUserQuery } from "#ui/current-user.ts";
import { useSignOut } from "#ui/shell/layout/sign-out.ts";

/** Sets up two-step sign-in before anything else opens, where the salon requires it. */
export function RequiredSetUp() {
  const client = useQueryClient();
  const api = useApi();
  const signOut = useSignOut();
  const [secondFactor, setSecondFactor] = useState<NewSecondFactor>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const [asksPassword, setAsksPassword] = useState(false);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    // The password of the sign-in counts for ten minutes; later it is asked for again.
    api(account.beginSecondFactor, { body: {} }).then(setSecondFactor, () => setAsksPassword(true));
  }, [api]);

  return (
    <section
      className="card [&_.body]:p-4 [&_footer]:flex [&_footer]:gap-2 [&_footer]:justify-end [&_footer]:border-line [&_footer]:border-t [&_footer]:p-4"
      aria-label="Set Up Two-Step Sign-In"
    >
      {!recoveryCodes && (
        <p className="dim px-4 pt-4">
          Your salon requires two-step sign-in: a code from an app on your phone, in addition to
          your password.
        </p>
      )}
      {!secondFactor && asksPassword && (
        <PasswordFirst
          onCreated={setSecondFactor}
          onClose={() => signOut.run()}
          cancel="Sign out"
        />
      )}
      {secondFactor && !recoveryCodes && (
        <ScanStep
          secondFactor={secondFactor}
          onConfirmed={setRecoveryCodes}
          onClose={() => signOut.run()}
          cancel="Sign out"
        />
      )}
      {recoveryCodes && (
        <RecoveryCodes
          codes={recoveryCodes}
          leaving={false}
          onDone={() => void client.invalidateQueries(currentUserQuery(api))}
        />
      )}
    </section>
  );
}
