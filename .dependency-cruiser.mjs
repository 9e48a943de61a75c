/**
 * Which file may import which. A new module needs no entry here: the rules match folders by pattern.
 * A new dependency between two domains does: add it to DOMAINS.
 * @type {import('dependency-cruiser').IConfiguration}
 */

/** Which domains each domain may use in `src` and `db`, apart from its own, `platform` and `src/shared`. */
const DOMAINS = {
  platform: [],
  accounts: ["clients", "messaging"],
  clients: [],
  messaging: ["clients"],
  calendar: ["accounts", "clients", "messaging", "billing"],
  billing: ["accounts", "clients", "messaging"],
  calls: ["clients", "messaging", "calendar"],
  reviews: ["clients"],
  integrations: ["clients", "calendar"],
};

/** A long contract may be split: change-contract.ts lies beside contract.ts. */
const CONTRACT = "^src/(shared/|.*contract[.]ts$)";
/** Files at the top of src compose every domain. */
const COMPOSITION = "src/([^/]+[.]ts$|commands/|demo/)";

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Files that need each other's types belong together, or the type belongs in the lower one.",
      from: {},
      to: { circular: true },
    },
    {
      name: "not-unresolvable",
      severity: "error",
      from: { pathNot: "^scripts/bench/peers/" },
      to: { couldNotResolve: true, pathNot: "^bun(:|$)|^#package$" },
    },
    {
      name: "db-imports-nothing-above-it",
      severity: "error",
      from: { path: "^db/" },
      to: { path: "^(src|ui|tests|scripts)/", pathNot: "^src/shared/" },
    },
    {
      name: "tools-of-db-know-no-domain",
      severity: "error",
      comment: "Migrations reach every domain's tables.",
      from: { path: "^db/[^/]+[.]ts$", pathNot: "^db/migrate[.]ts$" },
      to: { path: `^db/(${Object.keys(DOMAINS).join("|")})/` },
    },
    {
      name: "only-db-imports-sqlite",
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
      name: "only-pages-enters-ui",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^ui/", pathNot: "^ui/entry-server[.]tsx$" },
    },
    {
      name: "ui-is-entered-by-pages",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/platform/pages/" },
      to: { path: "^ui/" },
    },
    ...Object.entries(DOMAINS).map(([domain, others]) => ({
      name: `${domain}-uses-declared-domains`,
      severity: "error",
      comment: `${domain} may use: platform${others.map((other) => `, ${other}`).join("")}.`,
      from: { path: `^(src|db)/${domain}/` },
      to: {
        path: "^(src|db/[^/]+)/",
        pathNot: `^(src|db)/(${[domain, "platform", "shared", ...others].join("|")})/|^src/(app|hook-shapes)[.]ts$`,
      },
    })),
    {
      name: "modules-are-entered-by-front-door",
      severity: "error",
      comment: "Another domain's module is entered by <module>/<module>.ts or its contract.",
      from: { path: "^src/([^/]+)/", pathNot: `^${COMPOSITION}|^src/platform/` },
      to: {
        path: "^src/([^/]+)/",
        pathNot:
          "^src/($1|platform|shared)/|^src/[^/]+/([^/]+)/\\2[.]ts$|^src/[^/]+/[^/]+[.]ts$|contract[.]ts$|^src/(app|hook-shapes)[.]ts$",
      },
    },
    {
      name: "only-composition-uses-the-demo",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(demo/|main[.]ts$|server[.]ts$|commands/)" },
      to: { path: "^src/demo/" },
    },
    {
      name: "kit-knows-no-feature",
      severity: "error",
      from: { path: "^ui/kit/" },
      to: { path: "^(ui|src)/", pathNot: "^ui/kit/|^src/shared/" },
    },
    {
      name: "sdks-only-in-providers",
      severity: "error",
      from: { path: "^(src|ui|db)/", pathNot: "^src/platform/providers/" },
      to: { path: "node_modules/(twilio|stripe|openai|nodemailer)/" },
    },
    {
      name: "production-imports-no-tests",
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
