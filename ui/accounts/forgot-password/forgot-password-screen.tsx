import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useApi } from "#ui/api.ts";
import { CodeStep } from "./code-step.tsx";
import { EmailStep } from "./email-step.tsx";
import { NoMail } from "./no-mail.tsx";
import { PasswordStep } from "./password-step.tsx";
import { canResetQuery } from "./queries.ts";

type Step = "email" | "code" | "password";

const WORDS: Readonly<Record<Step, { title: string; text: string }>> = {
  email: {
    title: "Forgot password",
    text: "Enter your account's email, and we'll send you a code.",
  },
  code: { title: "Enter the code", text: "If there's an account for" },
  password: { title: "New password", text: "You'll use it the next time you sign in." },
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
