import CircleAlert from "lucide-react/icons/circle-alert";
import { createContext, type ReactNode, useContext, useId } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** While there is an error, the control is marked invalid and the hint is hidden. */
  error?: string | undefined;
  className?: string | undefined;
  /** One control of the kit, which takes its id and description from here. */
  children: ReactNode;
}

export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const messageId = error || hint ? `${id}-words` : undefined;

  return (
    <div className={classes("field", className)}>
      <label htmlFor={id}>{label}</label>
      <Wiring
        value={{ id, "aria-describedby": messageId, "aria-invalid": error ? true : undefined }}
      >
        {children}
      </Wiring>
      {error ? (
        <FieldError id={messageId}>{error}</FieldError>
      ) : (
        hint && (
          <p className="hint" id={messageId}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string | undefined; children: string }) {
  return (
    <p className="err" id={id} role="alert">
      <Icon of={CircleAlert} size="s" />
      {children}
    </p>
  );
}

interface ControlAttributes {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
}

const Wiring = createContext<ControlAttributes>({});

/** The attributes for a control inside a Field; empty outside one. */
export function useFieldWiring(): ControlAttributes {
  return useContext(Wiring);
}
