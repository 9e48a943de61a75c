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

const BENEFIT = /^\s*[-•*]\s+/;

/** Splits a membership's description: lines that begin with a dash are listed as benefits. */
export function splitDescription(description: string): { intro: string; benefits: string[] } {
  const lines = description.split("\n");
  return {
    intro: lines
      .filter((line) => !BENEFIT.test(line))
      .join("\n")
      .trim(),
    benefits: lines.filter((line) => BENEFIT.test(line)).map((line) => line.replace(BENEFIT, "")),
  };
}
