import * as z from "zod/mini";

/** One setting. Defaults, storage, the wire, masking and the form's fields all derive from it. */
interface Setting<Value, Shape extends z.ZodMiniType | undefined, Reply> {
  /** Applies until the setting is saved. Secrets are stored as sealed records. */
  readonly default: Value;
  /** What an admin may send; undefined where only the server writes it. */
  readonly shape: Shape;
  /** How the value leaves the server; undefined where it does not. */
  readonly reply: z.ZodMiniType<Reply>;
  /** Who reads it: every signed-in user, or admins alone. */
  readonly audience: "staff" | "admin";
  readonly secret: boolean;
  /** A secret chosen by a person: none of its characters are shown. */
  readonly showsLast4: boolean;
  /** Stored as epoch milliseconds, sent as ISO 8601. */
  readonly isMoment: boolean;
}

const PLAIN = { secret: false, showsLast4: false, isMoment: false } as const;

export function setting<
  Value,
  Shape extends z.ZodMiniType,
  Reply,
  Audience extends "staff" | "admin",
>(options: {
  default: Value;
  shape: Shape;
  reply: z.ZodMiniType<Reply>;
  audience: Audience;
}): Setting<Value, Shape, Reply> & { readonly audience: Audience } {
  return { ...PLAIN, ...options };
}

export function text<Shape extends z.ZodMiniType, Audience extends "staff" | "admin" = "admin">(
  value: string,
  shape: Shape,
  audience = "admin" as Audience,
) {
  return setting({ default: value, shape, reply: z.string(), audience });
}

export function number<Shape extends z.ZodMiniType, Audience extends "staff" | "admin" = "admin">(
  value: number,
  shape: Shape,
  audience = "admin" as Audience,
) {
  return setting({ default: value, shape, reply: z.number(), audience });
}

/** A limit that may be left empty. */
export function cap<Shape extends z.ZodMiniType>(shape: Shape) {
  return setting({
    default: null as number | null,
    shape: z.nullable(shape),
    reply: z.nullable(z.number()),
    audience: "admin",
  });
}

export function flag(value: boolean) {
  return setting({ default: value, shape: z.boolean(), reply: z.boolean(), audience: "admin" });
}

/** A saved secret as readers of the settings see it. */
const SavedSecret = z.object({ set: z.boolean(), last4: z.nullable(z.string()) });

export function secret<Shape extends z.ZodMiniType>(shape: Shape, { showsLast4 = true } = {}) {
  return {
    ...setting({ default: "", shape, reply: SavedSecret, audience: "admin" }),
    secret: true as const,
    showsLast4,
  };
}

/** A generated secret: showing some of its characters would help no one. */
export function storedSecret() {
  return {
    ...PLAIN,
    default: "",
    shape: undefined,
    reply: z.object({ set: z.boolean() }),
    audience: "admin" as const,
    secret: true as const,
  };
}

/** Written by the server alone. */
export function stored(value: string) {
  return {
    ...PLAIN,
    default: value,
    shape: undefined,
    reply: z.string(),
    audience: "admin" as const,
  };
}

export function moment() {
  return {
    ...PLAIN,
    default: null as number | null,
    shape: undefined,
    reply: z.nullable(z.string()),
    audience: "admin" as const,
    isMoment: true,
  };
}
