import { tailwind } from "./tailwind-plugin.ts";

// biome-ignore lint/style/noDefaultExport: how bunfig.toml finds a plugin of the development server
export default tailwind();
