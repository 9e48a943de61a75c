/**
 * The arrows between rooms. A new room needs nothing here: the rules speak of folders by pattern.
 * @type {import('dependency-cruiser').IConfiguration}
 */
/** A contract that is long has a part of its own beside it: change-contract.ts. */
const CONTRACT = "^src/(shared/|[^/]+/[a-z-]*contract[.]ts$)";
/** Open to every room: the ground that rooms stand on. What is sold stands on codes, agreements and payments. */
const GROUND = "shared|http|providers|scheduler|verification|agreements|billing";

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "rooms that need each other are one room; types alone do not bind at run time",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "not-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^bun(:|$)|^#package$|^bullmq$|^drizzle-orm|^express$|^pg$" },
    },
    {
      name: "db-is-the-floor",
      severity: "error",
      comment: "db/ knows SQL and nothing else",
      from: { path: "^db/" },
      to: { path: "^(src|ui|tests|scripts)/", pathNot: "^src/shared/" },
    },
    {
      name: "only-db-speaks-sqlite",
      severity: "error",
      from: { path: "^(src|ui)/" },
      to: { path: "^bun:sqlite" },
    },
    {
      name: "ui-reads-contracts-only",
      severity: "error",
      from: { path: "^ui/" },
      to: { path: "^(src|db)/", pathNot: CONTRACT },
    },
    {
      name: "contracts-are-browser-safe",
      severity: "error",
      from: { path: CONTRACT },
      to: { pathNot: `${CONTRACT}|node_modules/zod` },
    },
    {
      name: "src-enters-ui-by-one-door",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^ui/", pathNot: "^ui/entry-server[.]tsx$" },
    },
    {
      name: "only-pages-enters-ui",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/pages/" },
      to: { path: "^ui/" },
    },
    {
      name: "rooms-use-front-doors",
      severity: "error",
      comment: "another room's verbs live in <room>/<room>.ts, its shapes in contract.ts; server, main and commands open every door",
      from: { path: "^src/([^/]+)/", pathNot: `^src/(${GROUND}|commands|pages)/` },
      to: {
        path: "^src/([^/]+)/",
        pathNot: `^src/($1|${GROUND})/|^src/([^/]+)/\\2[.]ts$|/contract[.]ts$|^src/[^/]+[.]ts$`,
      },
    },
    {
      name: "screens-do-not-mix",
      severity: "error",
      from: { path: "^ui/([^/]+)/", pathNot: "^ui/(kit|shell|public)/" },
      to: { path: "^ui/([^/]+)/", pathNot: "^ui/($1|kit|shell|public)/" },
    },
    {
      name: "kit-stands-alone",
      severity: "error",
      from: { path: "^ui/kit/" },
      to: { path: "^(ui|src)/", pathNot: "^ui/kit/|^src/shared/" },
    },
    {
      name: "sdk-only-in-providers",
      severity: "error",
      from: { path: "^(src|ui|db)/", pathNot: "^src/providers/" },
      to: { path: "node_modules/(twilio|stripe|openai|nodemailer)/" },
    },
    {
      name: "nobody-imports-tests",
      severity: "error",
      from: { path: "^(src|ui|db|scripts)/" },
      to: { path: "^tests/", pathNot: "^tests/sandbox/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
  },
};
