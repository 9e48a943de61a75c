import type * as z from "zod/mini";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One call of the API: where it lives, what a browser sends, and what comes back. */
export interface Endpoint<Path extends string, Search, Query, Sent, Body, Reply> {
  readonly method: Method;
  /** Hono's form: `/api/contacts/:id`. */
  readonly path: Path;
  readonly query: z.ZodMiniType | undefined;
  readonly body: BodyShape<Body, Sent>;
  /** Undefined: answers 204 without a body. */
  readonly reply: z.ZodMiniType | undefined;
  readonly status: 200 | 201 | 204;
  /** The verb answers a FileReply, which is streamed as an attachment. */
  readonly file: boolean;
  /** A GET names the resources it reads: its ETag changes when one of them does. */
  readonly reads: readonly Resource[];
  /** A change names the resources it changes: what a screen has read of them is fetched again. */
  readonly changes: readonly Resource[];
  /** False where the reply depends on more than its resources, such as the time or the session. */
  readonly hasEtag: boolean;
  /** Largest body in bytes. */
  readonly limit: number;
  /** It may take minutes before it answers. */
  readonly isLong: boolean;
  /** The reply shows a secret once, so it is never stored for a repeat of the request. */
  readonly showsSecret: boolean;
  /** Carries the types for TypeScript; never holds a value. */
  readonly types?: { search: Search; query: Query; sent: Sent; body: Body; reply: Reply };
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where the types of an endpoint do not matter
export type AnyEndpoint = Endpoint<string, any, any, any, any, any>;

/** What server events, ETags and the browser's cache call a thing that changes. */
export type Resource =
  | "user"
  | "account"
  | "users"
  | "stats"
  | "campaigns"
  /** Counts of a campaign that is sending; "campaigns" is all else about it. */
  | "campaign-progress"
  | "conversations"
  | "messages"
  | "contacts"
  | "deliverability"
  | "tags"
  | "notes"
  | "typing"
  | "drafts"
  | "quick-replies"
  | "settings"
  | "appointments"
  | "employees"
  | "contact-updates"
  | "deletion-conflicts"
  | "audit-logs"
  | "webhooks"
  | "memberships"
  | "subscriptions"
  | "plans"
  | "plan-subscriptions"
  | "calls"
  | "potential-appointments"
  | "reviews"
  | "alerts"
  | "backups";

/** A file to save: whole, or piece by piece as the browser takes it. */
export interface FileReply {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer> | AsyncIterable<string>;
  /** A picture that a page shows; else it is saved as a file. */
  readonly inline?: boolean;
  /** The same bytes for ever: the browser may keep them so many seconds, for this person alone. */
  readonly keepSeconds?: number;
}

/** A body's shape keeps its types: a form takes its fields from what is sent. */
type BodyShape<Body, Sent> = [Sent] extends [undefined] ? undefined : z.ZodMiniType<Body, Sent>;

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type Params<Path extends string> = { readonly [Name in ParamName<Path>]: string };

type In<Shape> = Shape extends z.ZodMiniType ? z.input<Shape> : undefined;
type Out<Shape> = Shape extends z.ZodMiniType ? z.output<Shape> : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: the verb behind an endpoint without a reply returns nothing
type Answer<Shape> = Shape extends z.ZodMiniType ? z.output<Shape> : void;
type Shape = z.ZodMiniType | undefined;

interface ChangeOptions<Query extends Shape, Body extends Shape, Reply extends Shape> {
  query?: Query;
  body?: Body;
  reply?: Reply;
  status?: 200 | 201;
  limit?: number;
  isLong?: boolean;
  showsSecret?: boolean;
  changes?: readonly Resource[];
}

const KILOBYTE = 1024;

export function get<
  const Path extends string,
  Reply extends z.ZodMiniType,
  Query extends Shape = undefined,
>(
  path: Path,
  wanted: { reply: Reply; query?: Query; reads?: readonly Resource[]; etag?: boolean },
): Endpoint<Path, In<Query>, Out<Query>, undefined, undefined, z.output<Reply>> {
  return {
    method: "GET",
    path,
    query: wanted.query,
    body: undefined,
    reply: wanted.reply,
    status: 200,
    file: false,
    reads: wanted.reads ?? [],
    changes: [],
    hasEtag: wanted.etag ?? true,
    limit: 0,
    isLong: false,
    showsSecret: false,
  };
}

/** A GET that answers a file; a plain link leads to it. */
export function file<const Path extends string, Query extends Shape = undefined>(
  path: Path,
  wanted: { query?: Query } = {},
): Endpoint<Path, In<Query>, Out<Query>, undefined, undefined, FileReply> {
  return {
    method: "GET",
    path,
    query: wanted.query,
    body: undefined,
    reply: undefined,
    status: 200,
    file: true,
    reads: [],
    changes: [],
    hasEtag: false,
    limit: 0,
    isLong: false,
    showsSecret: false,
  };
}

/** A POST that is answered bit by bit, a line of JSON each, as the answer is made. */
export function streamed<const Path extends string, Body extends z.ZodMiniType>(
  path: Path,
  wanted: { body: Body },
): Endpoint<Path, undefined, undefined, In<Body>, Out<Body>, FileReply> {
  return {
    method: "POST",
    path,
    query: undefined,
    body: wanted.body as unknown as BodyShape<Out<Body>, In<Body>>,
    reply: undefined,
    status: 200,
    file: true,
    reads: [],
    changes: [],
    hasEtag: false,
    limit: 16 * KILOBYTE,
    isLong: true,
    showsSecret: false,
  };
}

export const post = change("POST");
export const put = change("PUT");
export const patch = change("PATCH");
export const remove = change("DELETE");

/** A change answers 200 with the object, or 204 where no reply is named; a create says 201. */
function change(method: Method) {
  return <
    const Path extends string,
    Query extends Shape = undefined,
    Body extends Shape = undefined,
    Reply extends Shape = undefined,
  >(
    path: Path,
    wanted: ChangeOptions<Query, Body, Reply> = {},
  ): Endpoint<Path, In<Query>, Out<Query>, In<Body>, Out<Body>, Answer<Reply>> => ({
    method,
    path,
    query: wanted.query,
    body: wanted.body as unknown as BodyShape<Out<Body>, In<Body>>,
    reply: wanted.reply,
    status: wanted.status ?? (wanted.reply ? 200 : 204),
    file: false,
    reads: [],
    changes: wanted.changes ?? [],
    hasEtag: false,
    limit: wanted.limit ?? 256 * KILOBYTE,
    isLong: wanted.isLong ?? false,
    showsSecret: wanted.showsSecret ?? false,
  });
}
