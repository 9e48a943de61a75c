import type { Method } from "#src/shared/endpoint.ts";

/** A request without a contract: a stream, a redirect, or what an outside program or provider sends. */
export interface OtherOperation {
  readonly method: Method;
  /** Hono's form: `/api/voice/audio/:token`. */
  readonly path: string;
  readonly summary: string;
  /** Who may send it, and what it does. */
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Fields of a JSON object or a form. */
  readonly fields?: readonly OtherField[];
  /** Replies by status. */
  readonly replies: Readonly<Record<string, { readonly is: string; readonly type?: string }>>;
}

interface OtherField {
  readonly name: string;
  readonly required: boolean;
  readonly example?: string;
}
