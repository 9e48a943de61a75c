declare module "*.ttf" {
  /** Path of the file, next to the source or inside the compiled program. */
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the shape of a file import
  export default path;
}

declare module "*.woff" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the shape of a file import
  export default path;
}
