import type { Page } from "#src/shared/permissions.ts";
import type { PermissionChoice } from "./permission-choice.ts";

interface Preset {
  readonly name: string;
  readonly pages: readonly Page[];
  readonly canViewClientPhoneNumbers: boolean;
}

/** What most salons grant. Every box can be changed afterwards. */
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

export function withPreset(choice: PermissionChoice, preset: Preset): PermissionChoice {
  return {
    ...choice,
    pages: preset.pages,
    canViewClientPhoneNumbers: preset.canViewClientPhoneNumbers,
    canViewClientNames: true,
  };
}
