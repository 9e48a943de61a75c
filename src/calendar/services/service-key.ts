import { nameKey } from "#src/shared/names.ts";

/** Like nameKey(), but a comma doesn't mark a last name. */
export function serviceKey(name: string): string {
  return nameKey(name.replaceAll(",", " "));
}
