/** One metric of Prometheus' text format, version 0.0.4. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** Follows the metric's name: "_bucket", "_sum", "_count". */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Undefined while unknown; the line is then omitted. */
  readonly value: number | undefined;
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) => {
      const lines = samples.flatMap(({ suffix = "", labels = {}, value }) =>
        value === undefined ? [] : `${name}${suffix}${formatLabels(labels)} ${formatValue(value)}`,
      );
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
    })
    .join("");
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

function formatValue(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);
}
