import MapPin from "lucide-react/icons/map-pin";
import { Icon } from "#ui/kit/icon.tsx";

/** The salon's address, which opens the client's maps. */
export function MapLink({ address }: { address: string }) {
  return (
    <a
      className="inline-flex items-center gap-2 underline underline-offset-2"
      target="_blank"
      // The page's address may be the client's key.
      rel="noreferrer"
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`}
    >
      <Icon of={MapPin} />
      {address}
    </a>
  );
}
