import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import { Select } from "#ui/kit/select.tsx";

interface TagFilterProps {
  /** A tag's id. */
  value: number | undefined;
  onValueChange: (tag: number | undefined) => void;
}

/** Hidden without tags. */
export function TagFilter({ value, onValueChange }: TagFilterProps) {
  const { data: tags = [] } = useQuery(tagsQuery(useApi()));
  if (tags.length === 0 && value === undefined) return null;
  return (
    <Select
      aria-label="Tag"
      value={value === undefined ? "all" : String(value)}
      onValueChange={(tag) => onValueChange(tag === "all" ? undefined : Number(tag))}
      options={[
        { value: "all", label: "All tags" },
        ...tags.map(({ id, name, contactCount }) => ({
          value: String(id),
          label: `${name} (${contactCount.toLocaleString("en-US")})`,
        })),
      ]}
    />
  );
}
