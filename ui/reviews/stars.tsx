import Star from "lucide-react/icons/star";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";

const PLACES = [1, 2, 3, 4, 5] as const;

export function Stars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex gap-0.5" role="img" aria-label={`${rating} of 5 stars`}>
      {PLACES.map((place) => (
        <Icon
          key={place}
          of={Star}
          size="s"
          className={classes(place <= rating ? "fill-wait text-wait-ink" : "text-ink-3 opacity-60")}
        />
      ))}
    </span>
  );
}
