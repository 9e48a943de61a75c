import type { Page } from "#src/shared/permissions.ts";
import type { Choice } from "./permission-choice.ts";

interface Preset {
  readonly name: string;
  readonly pages: readonly Page[];
  readonly canViewClientPhoneNumbers: boolean;
}

/** What most salons give; a beginning, every box can be changed after. */
export const PRESETS: readonly Preset[] = [
  {
    name: "Front desk",
    pages: [
      "/",
      "/inbox",
      "/contacts",
      "/appointments",
      "/contact-updates",
      "/appointment-management",
      "/potential-appointments",
    ],
    canViewClientPhoneNumbers: true,
  },
  { name: "Stylist", pages: ["/appointments"], canViewClientPhoneNumbers: false },
  {
    name: "Marketing",
    pages: ["/", "/campaigns", "/contacts", "/reviews"],
    canViewClientPhoneNumbers: true,
  },
];

export function withPreset(choice: Choice, preset: Preset): Choice {
  return {
    ...choice,
    pages: preset.pages,
    canViewClientPhoneNumbers: preset.canViewClientPhoneNumbers,
    canViewClientNames: true,
  };
}
