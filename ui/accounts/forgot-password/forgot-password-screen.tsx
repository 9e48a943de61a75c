import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Terminal from "lucide-react/icons/terminal";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Field } from "#ui/kit/field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { CodeInput, Input } from "#ui/kit/input.tsx";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { canResetQuery } from "./queries.ts";
import { StepForm } from "./step-form.tsx";

type Step = "email" | "code" | "password";

const WORDS: Readonly<Record<Step, { title: string; text: string }>> = {
  email: {
    title: "Forgot Password",
    text: "Enter your account's email, and we'll send you a code.",
  },
  code: { title: "Enter the Code", text: "If there's an account for" },
  password: { title: "New Password", text: "You'll use it the next time you sign in." },
};

export function ForgotPasswordScreen() {
  const { data } = useQuery(canResetQuery(useApi()));
  const [, navigate] = useLocation();
  const [step, setStep] = useState<Step>("email");
  const [email, setEmail] = useState("");
  const [code, setCode] = useState("");
  const { title, text } = WORDS[step];
  const available = data?.available !== false;

  return (
    <div className="mx-auto flex w-full max-w-103 flex-1 flex-col justify-center px-4 pt-8 pb-24">
      <h1 className="display mb-2">{title}</h1>
      {available && (
        <p className="dim mb-6">
          {text}
          {step === "code" && (
            <>
              {" "}
              <b className="wrap-anywhere font-label text-ink">{email}</b>, we've emailed it a code.
              It expires in 10 minutes.
            </>
          )}
        </p>
      )}
      {!available && <NoMail />}
      {available && step === "email" && (
        <EmailStep
          email={email}
          onSent={(sentTo) => {
            setEmail(sentTo);
            setStep("code");
          }}
        />
      )}
      {step === "code" && (
        <CodeStep
          email={email}
          onVerified={(verified) => {
            setCode(verified);
            setStep("password");
          }}
          onBack={() => setStep("email")}
        />
      )}
      {step === "password" && (
        <PasswordStep
          email={email}
          code={code}
          onDone={() => navigate("/auth", { replace: true })}
          onBack={() => setStep("code")}
        />
      )}
    </div>
  );
}

function NoMail() {
  return (
    <div className="grid gap-6">
      <p className="dim">
        We can't email you a code, because no mail server is set up. Ask an administrator to reset
        your password. If no one can sign in, run this on the server:
      </p>
      <pre className="flex items-center min-w-0 gap-2.5 overflow-auto rounded-lg border border-line bg-sunken px-4 py-3">
        <Icon of={Terminal} className="text-ink-3" />
        <code>parlor admin reset-password</code>
      </pre>
      <BackToSignIn isOnly />
    </div>
  );
}

interface EmailStepProps {
  /** The email entered earlier, when the user returns to this step. */
  email: string;
  onSent: (email: string) => void;
}

function EmailStep({ email, onSent }: EmailStepProps) {
  const { form, field, errors, showFieldErrors } = usePlainForm({
    shape: async () => (await loadAuth()).ForgotPassword,
    initial: { email },
    onValid: (body) => requesting.run({ body }),
  });
  const requesting = useAct(async () => (await loadAuth()).auth.forgotPassword, {
    done: { title: "Code sent", description: "Check your email for the verification code" },
    onDone: (_, { body }) => onSent(body.email.trim()),
    errors(error) {
      showFieldErrors(error);
      return { fallback: "Failed to send code" };
    },
  });

  return (
    <StepForm
      action="Send Code"
      busy={requesting.isPending && "Sending..."}
      form={form}
      back={<BackToSignIn />}
    >
      <Field label="Email" error={errors.email}>
        <Input {...field("email")} type="email" autoComplete="email" autoCapitalize="none" />
      </Field>
    </StepForm>
  );
}

interface PasswordStepProps {
  email: string;
  code: string;
  onDone: () => void;
  onBack: () => void;
}

function PasswordStep({ email, code, onDone, onBack }: PasswordStepProps) {
  const { form, field, errors, showFieldErrors } = usePlainForm({
    shape: async () => (await loadAuth()).NewPasswordForm,
    initial: { password: "", confirmation: "" },
    onValid: ({ password }) => resetting.run({ body: { email, code, password } }),
  });
  const resetting = useAct(async () => (await loadAuth()).auth.resetPassword, {
    done: { title: "Success", description: "Password reset successfully" },
    onDone,
    errors(error) {
      showFieldErrors(error);
      return { fallback: "Failed to reset password" };
    },
  });

  return (
    <StepForm
      action="Reset Password"
      busy={resetting.isPending && "Saving..."}
      form={form}
      back={<Back onClick={onBack} />}
    >
      {/* Password managers look for the username that belongs to the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="New password" hint="At least 6 characters" error={errors.password}>
        <Input {...field("password")} autoFocus type="password" autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmation}>
        <Input {...field("confirmation")} type="password" autoComplete="new-password" />
      </Field>
    </StepForm>
  );
}

interface CodeStepProps {
  email: string;
  onVerified: (code: string) => void;
  onBack: () => void;
}

function CodeStep({ email, onVerified, onBack }: CodeStepProps) {
  const { form, field, errors, showFieldErrors } = usePlainForm({
    shape: async () => (await loadAuth()).ResetCode,
    initial: { email, code: "" },
    onValid: (body) => verifying.run({ body }),
  });
  const verifying = useAct(async () => (await loadAuth()).auth.verifyResetCode, {
    done: { title: "Code verified", description: "Enter your new password" },
    onDone: (_, { body }) => onVerified(body.code.trim()),
    errors(error) {
      showFieldErrors(error);
      return { fallback: "Invalid or expired code" };
    },
  });

  return (
    <StepForm
      action="Verify Code"
      busy={verifying.isPending && "Verifying..."}
      form={form}
      back={<Back onClick={onBack} />}
    >
      <Field label="Code" error={errors.code}>
        <CodeInput autoFocus {...field("code")} maxLength={6} />
      </Field>
    </StepForm>
  );
}

/** Returns to the previous step. */
function Back({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" size="big" fill icon={ArrowLeft} onClick={onClick}>
      Back
    </Button>
  );
}

/** Leaves the first step for the sign-in page. As the step's only button it has an edge, which lines up with the text above. */
function BackToSignIn({ isOnly = false }: { isOnly?: boolean }) {
  const variant = isOnly ? "secondary" : "quiet";
  return (
    <Link href="/auth" className={buttonClass({ variant, size: "big", fill: true })}>
      <Icon of={ArrowLeft} />
      Back to Sign In
    </Link>
  );
}
