export type ProblemStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 413
  | 415
  | 422
  | 429
  | 503
  | 507;

export interface ProblemDetails {
  /** An error for each refused form field. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Seconds after which the caller may try again; sent as Retry-After. */
  readonly retryAfter?: number;
}

/** An expected refusal. Its message is shown to the user. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: ProblemStatus;
  readonly details: ProblemDetails;

  constructor(status: ProblemStatus, message: string, details: ProblemDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** @throws Problem 404 with the message, if there is no such row */
export function requireFound<T extends object>(row: T | null | undefined, message: string): T {
  if (!row) throw new Problem(404, message);
  return row;
}

/** Returns a refusal that the form shows at one field. */
export function fieldProblem(status: ProblemStatus, field: string, message: string): Problem {
  return new Problem(status, message, { errors: { [field]: message } });
}
