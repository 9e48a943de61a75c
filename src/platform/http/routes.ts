import type { App, Caller, Staff } from "#src/app.ts";
import type { Client as Masked } from "#src/platform/masking/masking.ts";
import type { AnyEndpoint, Endpoint, Params } from "#src/shared/endpoint.ts";
import type { Page } from "#src/shared/permissions.ts";
import type { Client } from "./sessions.ts";

interface Request<Path extends string, Query, Body> {
  readonly app: App;
  readonly params: Params<Path>;
  /** The integer `:id` of the address. @throws Problem 404 for any other text */
  readonly id: Path extends `${string}/:id${string}` ? number : never;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  /** The Host header. */
  readonly host: string | undefined;
  /** The session cookie's value, when the browser sent one. */
  readonly session: string | undefined;
  /** The cookie of a browser that verified a code. */
  readonly proof: string | undefined;
  readonly checkouts: string | undefined;
  /** The cookie that says which users have signed in with this browser. */
  readonly device: string | undefined;
  /** Headers of the response, mostly cookies. */
  readonly answer: Headers;
}

export type Access =
  | { readonly kind: "visitor" }
  /** Signed in and approved; with pages, one of them must be permitted. */
  | {
      readonly kind: "staff";
      readonly pages: readonly Page[] | "any";
      /** Open to users who still have to set up two-step sign-in. */
      readonly isForSetUp?: true;
    }
  | { readonly kind: "admin" }
  /** Clients, signed in by a code to their phone. */
  | { readonly kind: "member" }
  | { readonly kind: "financing" };

export interface Route<Req, Reply> {
  readonly access: Access;
  readonly run: (request: Req & { readonly actor: Staff }) => Reply | Promise<Reply>;
  /** Returns the client that the reply's texts are about, where the reply does not contain one, so that the name can be masked. */
  readonly about?: About<Req> | undefined;
  /** The password must have been typed within the last minutes. */
  readonly asksPassword?: true;
}

type About<Req> = (request: Req & { readonly actor: Staff }) => Masked | undefined;

type Routes<Contract> = {
  readonly [Name in keyof Contract]: Contract[Name] extends Endpoint<
    infer Path,
    infer _Search,
    infer Query,
    infer _Sent,
    infer Body,
    infer Reply
  >
    ? Route<Request<Path, Query, Body>, Reply>
    : never;
};

/** A module of the API: its endpoints, and for each who may call it and what runs. */
export interface Module {
  readonly contract: Readonly<Record<string, AnyEndpoint>>;
  readonly routes: Readonly<Record<string, AnyRoute>>;
}

export interface AnyRoute {
  readonly access: Access;
  readonly run: (request: object) => unknown;
  readonly about?: ((request: object) => Masked | undefined) | undefined;
  readonly asksPassword?: true;
}

/** Pairs a contract with its routes; a missing or misspelled route does not compile. */
export function defineModule<const Contract extends object>(
  contract: Contract,
  routes: Routes<Contract>,
): Module {
  return { contract, routes } as unknown as Module;
}

/** Anyone, signed in or not. `actor` must not be used. */
export function visitor<Req, Reply>(
  run: (request: Req) => Reply | Promise<Reply>,
): Route<Req, Reply> {
  return { access: { kind: "visitor" }, run };
}

export function staff<Req, Reply>(
  pages: Page | readonly Page[] | "any",
  run: Route<Req, Reply>["run"],
  about?: About<NoInfer<Req>>,
): Route<Req, Reply> {
  if (pages === "any") return { access: { kind: "staff", pages }, run, about };
  const list = typeof pages === "string" ? [pages] : pages;
  return { access: { kind: "staff", pages: list }, run, about };
}

export function admin<Req, Reply>(run: Route<Req, Reply>["run"]): Route<Req, Reply> {
  return { access: { kind: "admin" }, run };
}

/** An admin who typed the password within the last minutes. */
export function adminWithPassword<Req, Reply>(run: Route<Req, Reply>["run"]): Route<Req, Reply> {
  return { ...admin<Req, Reply>(run), asksPassword: true };
}

/** Any signed-in user who typed the password within the last minutes. */
export function staffWithPassword<Req, Reply>(run: Route<Req, Reply>["run"]): Route<Req, Reply> {
  return { ...staff<Req, Reply>("any", run), asksPassword: true };
}

/** Any signed-in user, also one who still has to set up two-step sign-in. */
export function staffBeforeSetUp<Req, Reply>(run: Route<Req, Reply>["run"]): Route<Req, Reply> {
  return { access: { kind: "staff", pages: "any", isForSetUp: true }, run };
}

/** A member, who signed in by a code. */
export function member<Req, Reply>(
  run: (request: Req & { readonly client: Client }) => Reply | Promise<Reply>,
): Route<Req, Reply> {
  return { access: { kind: "member" }, run: run as unknown as Route<Req, Reply>["run"] };
}

/** A financing client, who signed in by a code. */
export function financing<Req, Reply>(
  run: (request: Req & { readonly client: Client }) => Reply | Promise<Reply>,
): Route<Req, Reply> {
  return { access: { kind: "financing" }, run: run as unknown as Route<Req, Reply>["run"] };
}
