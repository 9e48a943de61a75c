import type { ComponentProps, ReactNode } from "react";
import { SubmitButton } from "#ui/kit/form.tsx";

interface StepFormProps {
  action: string;
  /** The button's label while the request runs. */
  busy: string | false;
  form: ComponentProps<"form">;
  /** The way back: a button or a link. */
  back: ReactNode;
  children: ReactNode;
}

/** The layout that the three steps share: fields, the button, and the way back. */
export function StepForm({ action, busy, form, back, children }: StepFormProps) {
  return (
    <form className="grid gap-4" {...form}>
      {children}
      <SubmitButton className="mt-2" busy={busy}>
        {action}
      </SubmitButton>
      {back}
    </form>
  );
}
