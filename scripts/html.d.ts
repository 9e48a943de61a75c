declare module "*.html" {
  const page: Bun.HTMLBundle;
  // biome-ignore lint/style/noDefaultExport: the shape of Bun's import of a page
  export default page;
}
