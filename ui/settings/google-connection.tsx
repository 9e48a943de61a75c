import type { Settings } from "#src/settings/contract.ts";

export function GoogleConnection(_: { settings: Settings }) {
  return null;
}
