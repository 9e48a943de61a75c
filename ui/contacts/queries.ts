import type { Api } from "#ui/api.ts";

export async function prefetch(_api: Api): Promise<void> {}
