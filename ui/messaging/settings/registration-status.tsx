import ArrowRight from "lucide-react/icons/arrow-right";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import Clock from "lucide-react/icons/clock";
import Info from "lucide-react/icons/info";
import {
  type Approval,
  registration,
  type StatusPart,
} from "#src/messaging/registration/contract.ts";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";

const BADGES: Readonly<Record<StatusPart["state"], StatusLook>> = {
  approved: ["good", CircleCheck, "Approved"],
  pending: ["wait", Clock, "Waiting"],
  refused: ["bad", CircleAlert, "Refused"],
  suspended: ["bad", CircleAlert, "Suspended"],
  missing: ["off", CircleDashed, "Not submitted"],
};

/** What the carriers said, one plain sentence each, with the next step. */
export function RegistrationStatus({ approval }: { approval: Approval }) {
  const check = useAct(registration.check);
  const problem = check.reply?.problem ?? approval.problem;
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <div className="flex-1 min-w-0 basis-60">
          <h3 className="h3">Registration</h3>
          <p className="sm dim">Carriers block texts from numbers that aren't registered.</p>
        </div>
        {approval.checkedAt && (
          <span className="xs faint">
            Checked <RelativeTime iso={approval.checkedAt} inline />
          </span>
        )}
        <Button busy={check.isPending && "Checking..."} onClick={() => check.run()}>
          {approval.checkedAt ? "Check Again" : "Check Now"}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {problem && <Note icon={Info}>{problem}</Note>}
      </div>
      {approval.parts.length > 0 && (
        <ul className="rounded-md border border-line">
          {approval.parts.map((part) => (
            <Part key={part.title} {...part} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Part({ title, state, message, next }: StatusPart) {
  return (
    <li className="flex gap-2 min-w-0 items-start border-line border-t px-3 py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="h3">{title}</p>
        <p className="sm dim wrap-anywhere">{message}</p>
        {next && (
          <p className="sm flex gap-2 min-w-0 mt-1 items-start">
            <Icon of={ArrowRight} size="s" className="mt-1 flex-none" />
            {next}
          </p>
        )}
      </div>
      <LookBadge look={BADGES[state]} />
    </li>
  );
}
