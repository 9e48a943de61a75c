import Sparkles from "lucide-react/icons/sparkles";
import { memberships } from "#src/billing/memberships/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface AgreementFieldProps {
  /** Undefined until the membership is saved, because a draft needs its id. */
  id: string | undefined;
  value: string;
  onValueChange: (text: string) => void;
  error: string | undefined;
}

export function AgreementField({ id, value, onValueChange, error }: AgreementFieldProps) {
  const drafting = useAct(memberships.generateAgreement, {
    done: {
      title: "AI agreement generated successfully",
      description: "Read it before you save.",
    },
    onDone: ({ agreementText }) => onValueChange(agreementText),
  });

  return (
    <div className="grid gap-2">
      <Field
        label="Agreement"
        hint="Plain text. Start a line with # for a heading. Leave blank to use a standard agreement."
        error={error}
      >
        <Textarea
          rows={10}
          value={value}
          onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
        />
      </Field>
      {id !== undefined && (
        <div>
          <Button
            size="tiny"
            icon={Sparkles}
            busy={drafting.isPending && "Generating..."}
            onClick={() => drafting.run({ params: { id } })}
          >
            {value === "" ? "Generate Agreement" : "Regenerate Agreement"}
          </Button>
        </div>
      )}
    </div>
  );
}
