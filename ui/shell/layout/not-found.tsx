import ArrowLeft from "lucide-react/icons/arrow-left";
import Search from "lucide-react/icons/search";
import { Link } from "wouter";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { ArchMessage } from "./arch-message.tsx";

interface NotFoundProps {
  home: string;
  /** 2 below a bar, which has the page's first heading; visitors have none. */
  level: 1 | 2;
}

export function NotFound({ home, level }: NotFoundProps) {
  return (
    <ArchMessage icon={Search} title="404 Page Not Found" level={level}>
      <p>Did you forget to add the page to the router?</p>
      <div className="flex items-center gap-2 min-w-0 mt-3">
        <Button icon={ArrowLeft} onClick={() => history.back()}>
          Go Back
        </Button>
        <Link href={home} className={buttonClass({ variant: "primary" })}>
          Go to Home
        </Link>
      </div>
    </ArchMessage>
  );
}
