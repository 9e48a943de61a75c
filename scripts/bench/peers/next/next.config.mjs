export default {
  output: "standalone",
  poweredByHeader: false,
  // Else the build takes Parlor's own lockfile for its root.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
};
