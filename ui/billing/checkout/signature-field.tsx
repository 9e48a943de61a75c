import Eraser from "lucide-react/icons/eraser";
import PenLine from "lucide-react/icons/pen-line";
import Type from "lucide-react/icons/type";
import { useEffect, useEffectEvent, useRef } from "react";
import type SignaturePad from "signature_pad";
import { Button } from "#ui/kit/button.tsx";
import { FieldError } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import type { Signature } from "./signature.ts";

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
  /** Why the client can't go on without it. */
  error?: string | undefined;
}

export function SignatureField(props: SignatureFieldProps) {
  const { error, signatureType, value } = props;
  return (
    <>
      {signatureType === "canvas" ? <DrawnSignature {...props} /> : <TypedSignature {...props} />}
      {error && !value?.data.trim() && <FieldError>{error}</FieldError>}
    </>
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

/** Black ink in both themes, because the signature is printed on white. */
const INK = "#1b1620";
const MOST_PIXELS_A_POINT = 2;

/**
 * A canvas for drawing, which begins with `initial`, a PNG's data URL. `onDrawn` receives the PNG
 * after each stroke.
 */
function useDrawing(initial: string | undefined, onDrawn: (dataUrl: string | undefined) => void) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const picture = useRef(initial);
  const drawn = useEffectEvent(onDrawn);

  useEffect(() => {
    let left = false;
    let watching: ResizeObserver | undefined;
    const begin = async () => {
      const { default: Pad } = await import("signature_pad");
      const element = canvas.current;
      if (left || !element) return;
      const made = new Pad(element, { penColor: INK, minWidth: 0.8, maxWidth: 2.6 });
      pad.current = made;
      made.addEventListener("endStroke", () => drawn(made.toDataURL("image/png")));
      // Resizing a canvas clears it, such as when a phone is rotated.
      watching = new ResizeObserver(() => fitCanvas(element, made, picture.current));
      watching.observe(element);
    };
    begin().catch(() => undefined);
    return () => {
      left = true;
      watching?.disconnect();
      pad.current?.off();
    };
  }, []);

  return {
    canvas,
    clear() {
      picture.current = undefined;
      pad.current?.clear();
      drawn(undefined);
    },
  };
}

function fitCanvas(
  canvas: HTMLCanvasElement,
  pad: SignaturePad,
  picture: string | undefined,
): void {
  const scale = Math.min(devicePixelRatio, MOST_PIXELS_A_POINT);
  const [width, height] = [canvas.offsetWidth * scale, canvas.offsetHeight * scale];
  if (canvas.width === width && canvas.height === height) return;
  const strokes = pad.toData();
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.scale(scale, scale);
  pad.clear();
  pad.fromData(strokes);
  if (picture) void pad.fromDataURL(picture, { ratio: scale });
}
