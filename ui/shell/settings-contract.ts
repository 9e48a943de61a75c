/** Loaded with the first refetch, test or save: the page starts with its settings and without zod. */
export const loadSettings = async () =>
  (await import("#src/platform/settings/contract.ts")).settings;
