import { splitDescription } from "./benefits.ts";

/** A membership's description; lines that begin with a dash are a list. */
export function Description({ text }: { text: string }) {
  const { intro, benefits } = splitDescription(text);
  return (
    <>
      {intro && <p className="dim whitespace-pre-line">{intro}</p>}
      {benefits.length > 0 && (
        <ul className="dim grid list-disc gap-1.5 pl-5">
          {benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      )}
    </>
  );
}
