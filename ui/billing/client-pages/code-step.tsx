import ArrowLeft from "lucide-react/icons/arrow-left";
import { useRef, useState } from "react";
import type { Endpoint } from "#src/shared/endpoint.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { errorMessage } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form, SubmitButton } from "#ui/kit/form.tsx";
import { CodeInput } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { StartLink } from "./start-link.tsx";
import { useBusiness } from "./use-business.ts";

/** An endpoint whose contract is loaded when it is first used. */
export type Loaded<Sent> = () => Promise<
  Endpoint<string, undefined, undefined, Sent, Sent, unknown>
>;

interface CodeStepProps {
  verifyCode: Loaded<{ phoneNumber: string; code: string }>;
  onVerified: (phoneNumber: string, code: string) => void;
  /** On the button, such as "Verify & Login". */
  verify: string;
  phone: string;
  onBack: () => void;
  resending: boolean;
  onResend: () => void;
  /** Any number receives a text, not only known clients. */
  forAnybody?: boolean;
  /** Why no new code was sent, if the field says it. */
  refusal?: string | undefined;
  /** Whether the code was sent again. */
  isNewCode?: boolean;
}

const CODE_LENGTH = 6;

export function CodeStep(props: CodeStepProps) {
  const { phone, verify, onBack, onResend, resending } = props;
  const { textNumber } = useBusiness() ?? {};
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const verifying = useAct(props.verifyCode, {
    onDone: (_, { body }) => props.onVerified(phone, body.code),
    errors(problem) {
      setError(errorMessage(problem, "Invalid verification code"));
      input.current?.focus();
      return "inline";
    },
  });

  function submit() {
    if (code === "") setError("Please enter the verification code");
    else if (code.length !== CODE_LENGTH) setError("Verification code must be 6 digits");
    else verifying.run({ body: { phoneNumber: phone, code } });
  }

  function sendAgain() {
    setCode("");
    setError(undefined);
    input.current?.focus();
    onResend();
  }

  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <p className="dim" role={props.forAnybody ? "status" : undefined}>
        {props.forAnybody ? `We texted a ${props.isNewCode ? "new " : ""}code to ` : "If "}
        <b className="num font-label text-ink">{formatPhone(phone)}</b>
        {props.forAnybody ? "." : " is on file, we've texted it a code."} It expires in 10 minutes.
      </p>
      <p className="xs faint">
        No code? If you opted out of our texts,{" "}
        {textNumber ? <StartLink number={textNumber} /> : "text START to us"}, then press Resend
        Code.
      </p>
      <Field label="Verification Code" error={error ?? props.refusal}>
        <CodeInput
          ref={input}
          autoFocus
          maxLength={CODE_LENGTH}
          value={code}
          onValueChange={(digits) => {
            setCode(digits.replace(/\D/g, ""));
            setError(undefined);
          }}
        />
      </Field>
      <SubmitButton busy={(verifying.isPending || verifying.isSuccess) && "Verifying..."}>
        {verify}
      </SubmitButton>
      <div className="flex items-center gap-2 min-w-0">
        <Button variant="quiet" icon={ArrowLeft} onClick={onBack}>
          Back
        </Button>
        <span className="flex-1 min-w-0" />
        <Button variant="quiet" busy={resending && "Sending..."} onClick={sendAgain}>
          Resend Code
        </Button>
      </div>
    </Form>
  );
}
