import type * as z from "zod/mini";
import type { Endpoint, In, Out, Resource } from "./endpoint.ts";

/** What an upload's service function receives. */
export interface Upload {
  readonly charset: string | undefined;
  /** Ends early when it is stopped. @throws Problem 400 when the sender hangs up, 408, 413 */
  readonly pieces: (stop: AbortSignal) => AsyncIterable<Uint8Array>;
}

/** A POST of a file, which is handled while it arrives. `limit` is in bytes. */
export function upload<
  const Path extends string,
  Query extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
>(
  path: Path,
  options: {
    type: string;
    limit: number;
    query: Query;
    reply: Reply;
    changes: readonly Resource[];
  },
): Endpoint<Path, In<Query>, Out<Query>, Blob, Upload, z.output<Reply>> {
  return {
    method: "POST",
    path,
    query: options.query,
    body: undefined as never,
    upload: options.type,
    reply: options.reply,
    status: 200,
    file: false,
    reads: [],
    changes: options.changes,
    hasEtag: false,
    limit: options.limit,
    isLong: true,
    usesDiskReserve: false,
    showsSecret: false,
  };
}
