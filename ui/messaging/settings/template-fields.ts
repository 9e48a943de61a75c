import type { FieldName } from "#ui/platform/settings/form-values.ts";

const FIELDS: Readonly<Record<string, FieldName>> = {
  "campaignTemplate.messageCount": "templateMessageCount",
  "campaignTemplate.delaySeconds": "templateDelaySeconds",
  "campaignTemplate.message": "templateMessage",
  campaignTemplate: "templateMessage",
};

export function fieldOf(path: string): FieldName {
  return FIELDS[path] ?? (path as FieldName);
}
