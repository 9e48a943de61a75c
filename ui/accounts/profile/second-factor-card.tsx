import Check from "lucide-react/icons/check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import type { Account } from "#src/accounts/profile/contract.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Moment } from "./moment.tsx";
import { SetUpDialog } from "./set-up-dialog.tsx";
import { SwitchOffDialog } from "./switch-off-dialog.tsx";

const FEW = 3;

export function SecondFactorCard({ secondFactor }: { secondFactor: Account["secondFactor"] }) {
  const { since, recoveryCodesLeft } = secondFactor;
  const [open, setOpen] = useState<"set-up" | "switch-off">();
  const close = () => setOpen(undefined);

  return (
    <Card aria-label="Two-step sign-in">
      <CardHead title="Two-step sign-in">
        <span className="mr-1 flex">
          {since === null ? (
            <Badge tone="off" icon={CircleDashed}>
              Off
            </Badge>
          ) : (
            <Badge tone="good" icon={Check}>
              On
            </Badge>
          )}
        </span>
      </CardHead>
      <CardBody className="grid justify-items-start gap-4">
        {since === null ? (
          <p className="dim">
            After your password, signing in asks for a code of an app on your phone. Whoever gets
            hold of your password still cannot get in.
          </p>
        ) : (
          <p className="dim">
            Signing in asks for a code of your authenticator app. Switched on <Moment iso={since} />
            . {codesLeftLabel(recoveryCodesLeft)}
          </p>
        )}
        {since !== null && recoveryCodesLeft < FEW && (
          <Note tone="wait" icon={KeyRound}>
            Your recovery codes are running out. Switch it off and on again to get new ones.
          </Note>
        )}
        {since === null ? (
          <Button onClick={() => setOpen("set-up")}>Set up</Button>
        ) : (
          <Button onClick={() => setOpen("switch-off")}>Switch off</Button>
        )}
      </CardBody>
      {open === "set-up" && <SetUpDialog onClose={close} />}
      {open === "switch-off" && <SwitchOffDialog onClose={close} />}
    </Card>
  );
}

function codesLeftLabel(left: number): string {
  return left === 1 ? "1 recovery code is left." : `${left} recovery codes are left.`;
}
