import type { ComponentProps } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import type { ButtonLook } from "./button-class.ts";

/** The button at the end of a page's form. */
export function SubmitButton(props: Omit<ButtonProps, "type" | keyof ButtonLook>) {
  return <Button {...props} type="submit" variant="primary" size="big" fill />;
}

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  onSubmit: () => void;
}

/** A form whose fields show their own errors. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
