import * as z from "zod/mini";

/** Each contract imports this file, on the server and in the browser. */
z.config({
  customError: ({ code, maximum, origin }) =>
    code === "too_big" && origin === "string" ? `Use at most ${maximum} characters` : undefined,
});

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A request of the API: its address, what a browser sends, and the reply. */
export interface Endpoint<Path extends string, Search, Query, Sent, Body, Reply> {
  readonly method: Method;
  /** Hono's form: `/api/contacts/:id`. */
  readonly path: Path;
  readonly query: z.ZodMiniType | undefined;
  readonly body: BodyShape<Body, Sent>;
  /** The content type of a body that is received as a stream, in place of JSON. */
  readonly upload?: string;
  /** Without one the endpoint answers 204. */
  readonly reply: z.ZodMiniType | undefined;
  readonly status: 200 | 201 | 204;
  /** The service function returns a FileReply, which is streamed. */
  readonly file: boolean;
  /** The resources that a GET reads. Its ETag changes when one of them does. */
  readonly reads: readonly Resource[];
  /** The resources that a change affects. Screens refetch the queries that read them. */
  readonly changes: readonly Resource[];
  /** False where the reply depends on more than its resources, such as the time or the session. */
  readonly hasEtag: boolean;
  /** The same for everyone until the program changes, so its bytes are kept. */
  readonly isConstant?: true;
  /** Largest body in bytes. */
  readonly limit: number;
  /** It may take minutes before it answers. */
  readonly isLong: boolean;
  /** It may use the disk reserve. All other changes are refused while the disk is full. */
  readonly usesDiskReserve: boolean;
  /** The reply shows a secret once, so it is never stored for a repeat of the request. */
  readonly showsSecret: boolean;
  /** For TypeScript only; never has a value. */
  readonly types?: { search: Search; query: Query; sent: Sent; body: Body; reply: Reply };
}

// biome-ignore lint/suspicious/noExplicitAny: the types of the endpoint do not matter here
export type AnyEndpoint = Endpoint<string, any, any, any, any, any>;

/** A name for data that changes, used by server events, ETags and the browser's cache. */
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
  | "hours"
  | "time-off"
  | "services"
  | "waitlist"
  | "contact-updates"
  | "deletion-conflicts"
  | "audit-logs"
  | "webhooks"
  | "memberships"
  | "subscriptions"
  | "plans"
  | "plan-subscriptions"
  | "payments"
  | "calls"
  | "potential-appointments"
  | "reviews"
  | "alerts"
  | "backups";

/** A file, whole or as a stream. */
export interface FileReply {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer> | AsyncIterable<string | Uint8Array>;
  /** Shown in the page instead of saved. */
  readonly inline?: boolean;
  /** The bytes never change: the browser may keep them this many seconds, for this user only. */
  readonly keepSeconds?: number;
}

/** Keeps the body's types, from which a form takes its fields. */
type BodyShape<Body, Sent> = [Sent] extends [undefined] ? undefined : z.ZodMiniType<Body, Sent>;

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type Params<Path extends string> = { readonly [Name in ParamName<Path>]: string };

export type In<Shape> = Shape extends z.ZodMiniType ? z.input<Shape> : undefined;
export type Out<Shape> = Shape extends z.ZodMiniType ? z.output<Shape> : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: the service function of an endpoint without a reply returns nothing
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
  usesDiskReserve?: boolean;
  changes?: readonly Resource[];
}

const KILOBYTE = 1024;

/** What each kind of endpoint has unless it says otherwise. */
const DEFAULTS = {
  query: undefined,
  body: undefined,
  reply: undefined,
  status: 200,
  file: false,
  reads: [],
  changes: [],
  hasEtag: false,
  limit: 0,
  isLong: false,
  usesDiskReserve: false,
  showsSecret: false,
} as const;

export function get<
  const Path extends string,
  Reply extends z.ZodMiniType,
  Query extends Shape = undefined,
>(
  path: Path,
  options: { reply: Reply; query?: Query; reads?: readonly Resource[]; etag?: boolean },
): Endpoint<Path, In<Query>, Out<Query>, undefined, undefined, z.output<Reply>> {
  return {
    ...DEFAULTS,
    method: "GET",
    path,
    query: options.query,
    reply: options.reply,
    reads: options.reads ?? [],
    hasEtag: options.etag ?? true,
  };
}

/** A GET that answers a file; a plain link leads to it. */
export function file<const Path extends string, Query extends Shape = undefined>(
  path: Path,
  options: { query?: Query } = {},
): Endpoint<Path, In<Query>, Out<Query>, undefined, undefined, FileReply> {
  return { ...DEFAULTS, method: "GET", path, query: options.query, file: true };
}

/** A POST whose reply is streamed as lines of JSON. */
export function postStream<const Path extends string, Body extends z.ZodMiniType>(
  path: Path,
  options: { body: Body },
): Endpoint<Path, undefined, undefined, In<Body>, Out<Body>, FileReply> {
  return {
    ...DEFAULTS,
    method: "POST",
    path,
    body: options.body as unknown as BodyShape<Out<Body>, In<Body>>,
    file: true,
    limit: 16 * KILOBYTE,
    isLong: true,
  };
}

export const post = change("POST");
export const put = change("PUT");
export const patch = change("PATCH");
export const remove = change("DELETE");

/** A change answers 200 with the object, or 204 without a reply. Creates set 201. */
function change(method: Method) {
  return <
    const Path extends string,
    Query extends Shape = undefined,
    Body extends Shape = undefined,
    Reply extends Shape = undefined,
  >(
    path: Path,
    options: ChangeOptions<Query, Body, Reply> = {},
  ): Endpoint<Path, In<Query>, Out<Query>, In<Body>, Out<Body>, Answer<Reply>> => ({
    ...DEFAULTS,
    method,
    path,
    query: options.query,
    body: options.body as unknown as BodyShape<Out<Body>, In<Body>>,
    reply: options.reply,
    status: options.status ?? (options.reply ? 200 : 204),
    changes: options.changes ?? [],
    limit: options.limit ?? 256 * KILOBYTE,
    isLong: options.isLong ?? false,
    usesDiskReserve: options.usesDiskReserve ?? false,
    showsSecret: options.showsSecret ?? false,
  });
}
