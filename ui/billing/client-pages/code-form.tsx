import { useMutation } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useRef, useState } from "react";
import { wordsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";

interface CodeFormProps {
  sendCode: (phoneNumber: string) => Promise<unknown>;
  verifyCode: (phoneNumber: string, code: string) => Promise<unknown>;
  onVerified: (phoneNumber: string, code: string) => void;
  /** On the code step's button, such as "Verify & Login". */
  verify: string;
}

/** A phone number, then the six digits that were texted to it. */
export function CodeForm(props: CodeFormProps) {
  const toasts = useToasts();
  const [step, setStep] = useState<"phone" | "code">("phone");
  const [phone, setPhone] = useState("");
  const failed = (fallback: string) => (error: unknown) => tellError(toasts, error, { fallback });

  const sending = useMutation({
    mutationFn: props.sendCode,
    onSuccess() {
      toasts.show({ title: "Code Sent", description: "Check your phone for the 6-digit code." });
      setStep("code");
    },
    onError: failed("Failed to send verification code"),
  });

  return step === "phone" ? (
    <PhoneStep
      phone={phone}
      busy={sending.isPending}
      onPhone={(typed) => {
        setPhone(typed);
        sending.mutate(typed);
      }}
    />
  ) : (
    <CodeStep
      {...props}
      phone={phone}
      onBack={() => setStep("phone")}
      resending={sending.isPending}
      onResend={() => sending.mutate(phone)}
      onFailed={failed("Invalid verification code")}
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
        // What a browser filled in before the page was alive is in the field alone.
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

interface CodeStepProps extends CodeFormProps {
  phone: string;
  onBack: () => void;
  resending: boolean;
  onResend: () => void;
  onFailed: (error: unknown) => void;
  /** Everybody gets a text, not only who is known. */
  forAnybody?: boolean;
}

const CODE_LENGTH = 6;

export function CodeStep(props: CodeStepProps) {
  const { phone, verify, onBack, onResend, resending } = props;
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const verifying = useMutation({
    mutationFn: (typed: string) => props.verifyCode(phone, typed),
    onSuccess: (_, typed) => props.onVerified(phone, typed),
    onError(problem) {
      setError(wordsOf(problem, "Invalid verification code"));
      props.onFailed(problem);
    },
  });

  function submit() {
    if (code === "") setError("Please enter the verification code");
    else if (code.length !== CODE_LENGTH) setError("Verification code must be 6 digits");
    else verifying.mutate(code);
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
