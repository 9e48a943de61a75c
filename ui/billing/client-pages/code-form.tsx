import ArrowLeft from "lucide-react/icons/arrow-left";
import { useRef, useState } from "react";
import type { Endpoint } from "#src/shared/endpoint.ts";
import { errorMessage } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";

type Loaded<Sent> = () => Promise<Endpoint<string, undefined, undefined, Sent, Sent, unknown>>;

interface CodeFormProps {
  sendCode: Loaded<{ phoneNumber: string }>;
  verifyCode: Loaded<{ phoneNumber: string; code: string }>;
  onVerified: (phoneNumber: string, code: string) => void;
  /** On the code step's button, such as "Verify & Login". */
  verify: string;
}

/** A phone number, then the six digits that were texted to it. */
export function CodeForm(props: CodeFormProps) {
  const [step, setStep] = useState<"phone" | "code">("phone");
  const [phone, setPhone] = useState("");

  const sending = useAct(props.sendCode, {
    done: { title: "Code Sent", description: "Check your phone for the 6-digit code." },
    onDone: () => setStep("code"),
    errors: { fallback: "Failed to send verification code" },
  });

  return step === "phone" ? (
    <PhoneStep
      phone={phone}
      busy={sending.isPending}
      onPhone={(typed) => {
        setPhone(typed);
        sending.run({ body: { phoneNumber: typed } });
      }}
    />
  ) : (
    <CodeStep
      {...props}
      phone={phone}
      onBack={() => setStep("phone")}
      resending={sending.isPending}
      onResend={() => sending.run({ body: { phoneNumber: phone } })}
    />
  );
}

interface PhoneStepProps {
  phone: string;
  busy: boolean;
  onPhone: (phone: string) => void;
}

export function PhoneStep({ phone, busy, onPhone }: PhoneStepProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(phone);
  const [error, setError] = useState<string>();
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A browser may fill the field before hydration, when only the element knows its value.
        const number = input.current?.value.trim() ?? "";
        if (number === "") setError("Please enter your phone number");
        else onPhone(number);
      }}
    >
      <Field label="Phone Number" error={error}>
        <Input
          ref={input}
          name="phoneNumber"
          type="tel"
          className="num"
          inputMode="tel"
          autoComplete="tel"
          placeholder="(512) 555-0109"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setError(undefined);
          }}
        />
      </Field>
      <Button type="submit" variant="primary" size="big" fill busy={busy && "Sending..."}>
        Send Code
      </Button>
    </form>
  );
}

interface CodeStepProps extends Omit<CodeFormProps, "sendCode"> {
  phone: string;
  onBack: () => void;
  resending: boolean;
  onResend: () => void;
  /** Any number receives a text, not only known clients. */
  forAnybody?: boolean;
}

const CODE_LENGTH = 6;

export function CodeStep(props: CodeStepProps) {
  const { phone, verify, onBack, onResend, resending } = props;
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const verifying = useAct(props.verifyCode, {
    onDone: (_, { body }) => props.onVerified(phone, body.code),
    errors(problem) {
      const fallback = "Invalid verification code";
      setError(errorMessage(problem, fallback));
      return { fallback };
    },
  });

  function submit() {
    if (code === "") setError("Please enter the verification code");
    else if (code.length !== CODE_LENGTH) setError("Verification code must be 6 digits");
    else verifying.run({ body: { phoneNumber: phone, code } });
  }

  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="dim">
        {props.forAnybody ? "We texted a code to " : "If we know "}
        <b className="num font-label text-ink">{phone}</b>
        {props.forAnybody ? "." : ", a text with a code is on its way."} It is good for 10 minutes.
      </p>
      <Field label="Verification Code" error={error}>
        <Input
          autoFocus
          className="num"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_LENGTH}
          value={code}
          onChange={({ currentTarget }) => {
            setCode(currentTarget.value.replace(/\D/g, ""));
            setError(undefined);
          }}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="big"
        fill
        busy={(verifying.isPending || verifying.isSuccess) && "Verifying..."}
      >
        {verify}
      </Button>
      <div className="row">
        <Button variant="quiet" icon={ArrowLeft} onClick={onBack}>
          Back
        </Button>
        <span className="grow" />
        <Button variant="quiet" busy={resending && "Sending..."} onClick={onResend}>
          Resend Code
        </Button>
      </div>
    </form>
  );
}
