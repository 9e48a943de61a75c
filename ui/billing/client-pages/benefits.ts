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
