import * as zod from "zod/v4/mini";

/**
 * `zod/mini`, where a schema or check is made at its first use. The contracts declare four thousand of them and a page uses
 * a few; making all of them took 23 of 107 ms of a start, and 4 MB.
 */
// biome-ignore lint/performance/noBarrelFile: the whole of zod/mini, except what is replaced below
// biome-ignore lint/performance/noReExportAll: the same
export * from "zod/v4/mini";

// These take precedence over those of zod/mini.
export const array: typeof zod.array = lazily(zod.array);
export const boolean: typeof zod.boolean = lazily(zod.boolean);
export const _default: typeof zod._default = lazily(zod._default);
export const discriminatedUnion: typeof zod.discriminatedUnion = lazily(zod.discriminatedUnion);
export const extend: typeof zod.extend = lazily(zod.extend);
export const gte: typeof zod.gte = lazily(zod.gte);
export const int: typeof zod.int = lazily(zod.int);
export const literal: typeof zod.literal = lazily(zod.literal);
export const looseObject: typeof zod.looseObject = lazily(zod.looseObject);
export const lte: typeof zod.lte = lazily(zod.lte);
export const maxLength: typeof zod.maxLength = lazily(zod.maxLength);
export const minLength: typeof zod.minLength = lazily(zod.minLength);
export const normalize: typeof zod.normalize = lazily(zod.normalize);
export const nullable: typeof zod.nullable = lazily(zod.nullable);
export const nullish: typeof zod.nullish = lazily(zod.nullish);
export const number: typeof zod.number = lazily(zod.number);
export const object: typeof zod.object = lazily(zod.object);
export const omit: typeof zod.omit = lazily(zod.omit);
export const optional: typeof zod.optional = lazily(zod.optional);
export const overwrite: typeof zod.overwrite = lazily(zod.overwrite);
export const partial: typeof zod.partial = lazily(zod.partial);
export const pick: typeof zod.pick = lazily(zod.pick);
export const pipe: typeof zod.pipe = lazily(zod.pipe);
export const readonly: typeof zod.readonly = lazily(zod.readonly);
export const record: typeof zod.record = lazily(zod.record);
export const refine: typeof zod.refine = lazily(zod.refine);
export const regex: typeof zod.regex = lazily(zod.regex);
export const string: typeof zod.string = lazily(zod.string);
export const toLowerCase: typeof zod.toLowerCase = lazily(zod.toLowerCase);
export const toUpperCase: typeof zod.toUpperCase = lazily(zod.toUpperCase);
export const transform: typeof zod.transform = lazily(zod.transform);
export const trim: typeof zod.trim = lazily(zod.trim);
export const tuple: typeof zod.tuple = lazily(zod.tuple);
export const union: typeof zod.union = lazily(zod.union);
export const unknown: typeof zod.unknown = lazily(zod.unknown);
const lazyEnum: typeof zod.enum = lazily(zod.enum);

export { lazyEnum as enum };

type Make = (...args: never[]) => object;

function lazily<Factory extends Make>(factory: Factory): Factory {
  return ((...args) => new LazySchema(() => factory(...args) as zod.ZodMiniType)) as Factory;
}

/** Has what zod reads of a schema or check, `_zod`, and the members that Parlor uses. */
class LazySchema {
  readonly #make: () => zod.ZodMiniType;
  #made: zod.ZodMiniType | undefined;

  constructor(make: () => zod.ZodMiniType) {
    this.#make = make;
  }

  get _zod() {
    const { _zod: value } = this.#get();
    // From here on reading it costs what it costs with zod's own schema.
    Object.defineProperty(this, "_zod", { value });
    return value;
  }

  get def() {
    return this.#get().def;
  }

  get shape() {
    return (this.#get() as zod.ZodMiniObject).shape;
  }

  check(...checks: Parameters<zod.ZodMiniType["check"]>) {
    return new LazySchema(() => this.#get().check(...checks));
  }

  parse(data: unknown) {
    return this.#get().parse(data);
  }

  safeParse(data: unknown) {
    return this.#get().safeParse(data);
  }

  #get(): zod.ZodMiniType {
    this.#made ??= this.#make();
    return this.#made;
  }
}
