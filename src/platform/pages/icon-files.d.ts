declare module "*.png" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the shape of a file import
  export default path;
}
