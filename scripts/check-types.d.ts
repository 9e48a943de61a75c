declare module "*.dependency-cruiser.mjs" {
  import type { IConfiguration } from "dependency-cruiser";

  const config: Required<Pick<IConfiguration, "forbidden" | "options">>;
  // biome-ignore lint/style/noDefaultExport: the shape of dependency-cruiser's configuration
  export default config;
}
