// Files that the program contains: an import gives a path, next to the source or inside the compiled program.

declare module "*.ttf" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the shape of a file import
  export default path;
}

declare module "*.woff" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the shape of a file import
  export default path;
}

declare module "*.png" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the shape of a file import
  export default path;
}
