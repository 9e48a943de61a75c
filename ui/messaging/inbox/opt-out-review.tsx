import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import { type Conversation, inbox } from "#src/messaging/inbox/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";

export function OptOutReview({ conversation }: { conversation: Conversation }) {
  const { id, optOutReview } = conversation;
  const { run, isPending } = useAct(inbox.decideOptOut, { errors: "Couldn't save your decision" });
  if (!optOutReview) return null;
  const decide = (optOut: boolean) => run({ params: { id }, body: { optOut } });
  return (
    <div className="flex-none px-5 pt-2 phone:px-2.5">
      <Note tone="wait" icon={CircleQuestionMark} role="status">
        <p className="line-clamp-4 wrap-anywhere">
          {optOutReview.wording
            ? `“${optOutReview.wording}” may be an opt-out. `
            : "This client may have opted out. "}
          They get no campaigns or reminders until you decide. After five business days we'll opt
          them out.
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button disabled={isPending} onClick={() => decide(true)}>
            Opt Out
          </Button>
          <Button disabled={isPending} onClick={() => decide(false)}>
            Keep Texting
          </Button>
        </div>
      </Note>
    </div>
  );
}
