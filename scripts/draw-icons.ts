import { chromium } from "playwright-core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { BrandMark } from "#ui/shell/layout/brand-mark.tsx";
import { ensureChromium } from "./ensure-chromium.ts";

/** Draws the app's icons from the brand mark, into src/platform/pages/icons. Run it when the mark changes. */
const FOLDER = "src/platform/pages/icons";
const ACCENT = "#a84a8c";
const GROUND = "#fbf7fa";

const ICONS = [
  // A maskable icon may be cut to a circle of 80% of its width, so the mark is smaller on a full ground.
  { name: "icon-192.png", size: 192, mark: 0.8, ground: "transparent" },
  { name: "icon-512.png", size: 512, mark: 0.8, ground: "transparent" },
  { name: "maskable-512.png", size: 512, mark: 0.52, ground: GROUND },
  { name: "apple-touch-icon.png", size: 180, mark: 0.64, ground: GROUND },
  // Android shows only its shape, in white.
  { name: "badge-96.png", size: 96, mark: 0.9, ground: "transparent", color: "#fff", hole: true },
];

const executablePath = ensureChromium();
if (!executablePath) throw new Error("Drawing the icons needs Chromium.");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
for (const { name, size, mark, ground, color = ACCENT, hole = false } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  const svg = renderToStaticMarkup(createElement(BrandMark, { size: Math.round(size * mark) }));
  const shape = hole
    ? svg.replaceAll("currentColor", color).replace(/<path[^>]*fill-on-accent"[^>]*>/, "")
    : svg;
  await page.setContent(
    `<style>html,body{margin:0;height:100%;background:${ground}}body{display:grid;place-items:center}svg{color:${color}}.fill-on-accent{fill:#fff}</style>${shape}`,
  );
  await page.screenshot({ path: `${FOLDER}/${name}`, omitBackground: ground === "transparent" });
}
await browser.close();
