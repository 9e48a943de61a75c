import { parse, type ZodMiniType } from "zod/mini";
import { compile } from "zod/v4/core";

/** From this many replies on, an endpoint's parser is generated code. Generating it takes two milliseconds. */
const OFTEN = 20;

const uses = new WeakMap<ZodMiniType, number>();
const generated = new WeakMap<ZodMiniType, ZodMiniType>();

/** Checks a reply against its endpoint's shape and returns what is declared of it. @throws ZodError */
export function parseReply<Shape extends ZodMiniType>(shape: Shape, reply: unknown) {
  const count = (uses.get(shape) ?? 0) + 1;
  uses.set(shape, count);
  const often = count < OFTEN ? shape : generated.getOrInsertComputed(shape, () => compile(shape));
  return parse(often, reply);
}
