/** What `npm run faults` puts into its table. */
export interface FaultReport {
  readonly fault: string;
  /** How often it happened. */
  readonly times: number;
  readonly lost: number;
  readonly doubled: number;
  /** Texts whose outcome staff must decide. */
  readonly undecided: number;
}

const MARK = "fault ";

/** Prints one line, which `npm run faults` reads. */
export function reportFault(report: FaultReport): void {
  process.stdout.write(`${MARK}${JSON.stringify(report)}\n`);
}

export function readFaultReports(output: string): FaultReport[] {
  return output
    .split("\n")
    .filter((line) => line.startsWith(`${MARK}{`))
    .map((line) => JSON.parse(line.slice(MARK.length)) as FaultReport);
}

/** How many numbers of `all` are missing among the texted ones, and how many texts are more than one for a number. */
export function countTexted(texted: readonly string[], recipients: number) {
  const different = new Set(texted).size;
  return { lost: recipients - different, doubled: texted.length - different };
}
