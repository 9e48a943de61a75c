import type { BunPlugin } from "bun";

/**
 * Renders an icon as one element with its lines as text, the way Parlor's styles expect it (`.i` in type.css). Lucide
 * recomputes attributes and classes on every render, and React would visit each line. A page has about a hundred icons.
 */
const CREATE_ICON = `
import { createElement } from "react";

export default function createLucideIcon({ size, node }) {
  const lines = node.map(([tag, attributes]) => {
    const all = Object.entries(attributes).map(([name, value]) => " " + name + '="' + value + '"');
    return "<" + tag + all.join("") + "/>";
  });
  const drawing = { viewBox: "0 0 " + size + " " + size, dangerouslySetInnerHTML: { __html: lines.join("") } };
  return (properties) => createElement("svg", { ...drawing, ...properties });
}`;

/** Makes icons smaller and faster. Their names, aliases and keys are used by nothing. */
export const lightIcons: BunPlugin = {
  name: "light-icons",
  setup(build) {
    build.onLoad({ filter: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ }, () => ({
      contents: CREATE_ICON,
      loader: "js",
    }));
    build.onLoad({ filter: /\/lucide-react\/dist\/esm\/icons\/.+\.mjs$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text())
        .replaceAll(/,\s+key: "\w+"/g, "")
        .replace(/ +name: "[^"]+",\n/, "")
        .replace(/,\n +aliases: \[[^\]]*\]/, ""),
      loader: "js",
    }));
  },
};
