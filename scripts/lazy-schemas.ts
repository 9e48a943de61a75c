import { join } from "node:path";
import type { BunPlugin } from "bun";

const LAZY_ZOD = join(import.meta.dir, "lazy-zod.ts");

/** Gives the server schemas that are made at their first use. Tests get the same ones from tests/support/preload.ts. */
export const lazySchemas: BunPlugin = {
  name: "lazy-schemas",
  setup(build) {
    build.onResolve({ filter: /^zod\/mini$/ }, () => ({ path: LAZY_ZOD }));
  },
};
