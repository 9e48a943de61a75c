import { Button, type ButtonProps } from "./button.tsx";
import type { ButtonLook } from "./button-class.ts";

/** The button at the end of a page's form. */
export function SubmitButton(props: Omit<ButtonProps, "type" | keyof ButtonLook>) {
  return <Button {...props} type="submit" variant="primary" size="big" fill />;
}
