import type { Answer } from "./outside-shapes.ts";

export function googleRefusal(
  code: number,
  status: string,
  details: readonly object[] = [],
): Answer {
  return { status: code, body: { error: { code, message: "No.", status, details } } };
}

export function quota(limit: string): Answer {
  return googleRefusal(429, "RESOURCE_EXHAUSTED", [
    {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "RATE_LIMIT_EXCEEDED",
      domain: "googleapis.com",
      metadata: { quota_limit: "DefaultRequestsPerMinutePerProject", quota_limit_value: limit },
    },
  ]);
}
