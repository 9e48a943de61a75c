/** Fetched with the first refetch, test or save: a page comes with its settings, and zod is none of its beginning. */
export const loadSettings = async () =>
  (await import("#src/platform/settings/contract.ts")).settings;
