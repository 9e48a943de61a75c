import MapPinOff from "lucide-react/icons/map-pin-off";
import { Link } from "wouter";
import { buttonClass } from "#ui/kit/button-class.ts";
import { ArchMessage } from "./arch-message.tsx";

interface NotFoundProps {
  home: string;
  /** 2 below a bar, which has the page's first heading. */
  level: 1 | 2;
}

export function NotFound({ home, level }: NotFoundProps) {
  return (
    <ArchMessage icon={MapPinOff} title="404 Page Not Found" level={level}>
      <p>Did you forget to add the page to the router?</p>
      <Link href={home} className={`${buttonClass({})} text-ink`}>
        Go to Home
      </Link>
    </ArchMessage>
  );
}
