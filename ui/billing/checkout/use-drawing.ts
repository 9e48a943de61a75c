import { useEffect, useEffectEvent, useRef } from "react";
import type SignaturePad from "signature_pad";

/** Black ink in both themes, because the signature is printed on white. */
const INK = "#1b1620";
const MOST_PIXELS_A_POINT = 2;

/**
 * A canvas for drawing, which begins with `initial`, a PNG's data URL. `onDrawn` receives the PNG
 * after each stroke.
 */
export function useDrawing(
  initial: string | undefined,
  onDrawn: (dataUrl: string | undefined) => void,
) {
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
