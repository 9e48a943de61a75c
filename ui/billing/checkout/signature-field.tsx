import Eraser from "lucide-react/icons/eraser";
import PenLine from "lucide-react/icons/pen-line";
import Type from "lucide-react/icons/type";
import { Button } from "#ui/kit/button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import type { Signature } from "./signature.ts";
import { useDrawing } from "./use-drawing.ts";

interface SignatureTypeChoiceProps {
  value: Signature["type"];
  onValueChange: (signatureType: Signature["type"]) => void;
}

/** Drawing or typing; keyboard users type. */
export function SignatureTypeChoice({ value, onValueChange }: SignatureTypeChoiceProps) {
  return (
    <Segmented
      label="How to sign"
      value={value}
      onValueChange={onValueChange}
      options={[
        { value: "canvas", label: "Draw", icon: PenLine },
        { value: "text", label: "Type", icon: Type },
      ]}
    />
  );
}

interface SignatureFieldProps {
  signatureType: Signature["type"];
  value: Signature | undefined;
  onValueChange: (signature: Signature | undefined) => void;
  /** Under the line, once signed. */
  signerName: string;
}

export function SignatureField(props: SignatureFieldProps) {
  return props.signatureType === "canvas" ? (
    <DrawnSignature {...props} />
  ) : (
    <TypedSignature {...props} />
  );
}

function DrawnSignature({ value, onValueChange, signerName }: SignatureFieldProps) {
  const { canvas, clear } = useDrawing(value?.data, (data) =>
    onValueChange(data === undefined ? undefined : { type: "canvas", data }),
  );
  return (
    <div className="pad">
      <canvas
        ref={canvas}
        role="img"
        aria-label={
          value
            ? "Your drawn signature"
            : "Draw your signature here, or choose Type to use the keyboard"
        }
      />
      <span className="x" aria-hidden="true">
        ×
      </span>
      <p className="who xs faint clip">
        {value ? signatureLabel(signerName) : "Draw your signature"}
      </p>
      <Button variant="quiet" size="tiny" icon={Eraser} onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

function TypedSignature({ value, onValueChange, signerName }: SignatureFieldProps) {
  const typed = value?.type === "text" ? value.data : "";
  return (
    <div className="pad">
      <Input
        aria-label="Type your full name to sign"
        placeholder="Type your name"
        autoComplete="name"
        maxLength={100}
        value={typed}
        onValueChange={(data) => onValueChange(data === "" ? undefined : { type: "text", data })}
      />
      <p className="who xs faint clip">
        {value ? signatureLabel(signerName) : "Type your name to sign"}
      </p>
      <Button variant="quiet" size="tiny" icon={Eraser} onClick={() => onValueChange(undefined)}>
        Clear
      </Button>
    </div>
  );
}

/** Set in the browser after signing, because the server's date may differ. */
function signatureLabel(name: string): string {
  const day = new Date().toLocaleDateString("en-US", { month: "long", day: "numeric" });
  return name.trim() === "" ? day : `${name.trim()}, ${day}`;
}
