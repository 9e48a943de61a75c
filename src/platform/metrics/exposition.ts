/** One metric in Prometheus' text format, version 0.0.4. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** After the metric's name: "_bucket", "_sum", "_count". */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Undefined when it is not known yet: then there is no such line. */
  readonly value: number | undefined;
}

export const EXPOSITION = "text/plain; version=0.0.4; charset=utf-8";

export function written(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) => {
      const lines = samples.flatMap(({ suffix = "", labels = {}, value }) =>
        value === undefined ? [] : `${name}${suffix}${labelled(labels)} ${numeral(value)}`,
      );
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
    })
    .join("");
}

function labelled(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

function numeral(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);
}
