import type { FieldName } from "#ui/platform/settings/form-values.ts";

const FIELDS: Readonly<Record<string, FieldName>> = {
  "campaignTemplate.messageCount": "templateMessageCount",
  "campaignTemplate.delaySeconds": "templateDelaySeconds",
  "campaignTemplate.message": "templateMessage",
  campaignTemplate: "templateMessage",
};

/** Where the contract's name of a field stands in the form. */
export function fieldOf(path: string): FieldName {
  return FIELDS[path] ?? (path as FieldName);
}
