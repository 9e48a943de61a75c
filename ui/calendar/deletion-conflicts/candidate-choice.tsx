import type { Candidate } from "#src/calendar/deletion-conflicts/contract.ts";

interface CandidateChoiceProps {
  candidate: Candidate;
  when: string;
  checked: boolean;
  onChoose: () => void;
}

/** One appointment; the whole row selects it. */
export function CandidateChoice({ candidate, when, checked, onChoose }: CandidateChoiceProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 border-line border-t px-4 py-2 first:border-t-0 hover:bg-hover has-checked:bg-select has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2 phone:px-3">
      <input
        type="radio"
        name="appointment"
        className="size-4 flex-none accent-(--accent) phone:size-5"
        checked={checked}
        onChange={onChoose}
      />
      <span className="flex-1 min-w-0">
        <span className="h3 clip block">{candidate.service}</span>
        <span className="sm dim">with {candidate.employee?.name ?? "Unknown"}</span>
      </span>
      <span className="flex-none text-right">
        <span className="sm num block">{when}</span>
        <span className="xs faint num">{candidate.durationMinutes} minutes</span>
      </span>
    </label>
  );
}
