import type { BunPlugin } from "bun";

/** An icon is one element with its lines as text; the rest is in Parlor's styles (`.i` in type.css). */
const CREATE_ICON = `
import { createElement } from "react";

export default function createLucideIcon(size, lines) {
  const drawing = { viewBox: "0 0 " + size + " " + size, dangerouslySetInnerHTML: { __html: lines } };
  return (properties) => createElement("svg", { ...drawing, ...properties });
}`;

/**
 * Makes icons smaller and faster. Lucide recomputes attributes and classes on every render, and React would visit each line:
 * a page has about a hundred icons.
 */
export const lightIcons: BunPlugin = {
  name: "light-icons",
  setup(build) {
    build.onLoad({ filter: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ }, () => ({
      contents: CREATE_ICON,
      loader: "js",
    }));
    build.onLoad({ filter: /\/lucide-react\/dist\/esm\/icons\/.+\.mjs$/ }, async ({ path }) => ({
      contents: lightIcon(await Bun.file(path).text()),
      loader: "js",
    }));
  },
};

/** Turns lines such as `["path", { d: "M8 2v4", key: "1cmpym" }]` into `<path d="M8 2v4"/>`. */
function lightIcon(module: string): string {
  const lines = [...module.matchAll(/\[\s*"(\w+)",\s*\{([^}]+)\}\s*\]/g)].map(
    ([, tag = "", attributes = ""]) => {
      const shown = [...attributes.matchAll(/"?([\w-]+)"?: ("[^"]*")/g)].filter(
        ([, name]) => name !== "key",
      );
      return `<${[tag, ...shown.map(([, name, value]) => `${name}=${value}`)].join(" ")}/>`;
    },
  );
  // A former name, which only exports the icon.
  if (lines.length === 0) return module;
  const size = /size: (\d+)/.exec(module)?.[1];
  return `import create from "../createLucideIcon.mjs"; export default create(${size}, ${JSON.stringify(lines.join(""))});`;
}
