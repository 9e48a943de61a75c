import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import type { Check as Answer } from "#src/platform/settings/contract.ts";
import { Note } from "#ui/kit/notice.tsx";

interface CheckAnswerNoteProps {
  answer: Answer | undefined;
  className?: string;
}

/**
 * Rendered before the answer, because screen readers announce only changes of an existing element.
 */
export function CheckAnswerNote({ answer, className }: CheckAnswerNoteProps) {
  return (
    <div role="status" className={answer && className}>
      {answer && (
        <Note tone={answer.ok ? "good" : "bad"} icon={answer.ok ? Check : CircleAlert}>
          {answer.message}
        </Note>
      )}
    </div>
  );
}
