import { useQueryClient } from "@tanstack/react-query";
import LogOut from "lucide-react/icons/log-out";
import { useLocation } from "wouter";
import type { Endpoint } from "#src/shared/endpoint.ts";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { removeReads } from "#ui/shell/data/read.ts";

interface LogoutProps {
  logout: () => Promise<Endpoint<string, undefined, undefined, undefined, undefined, void>>;
  loginPath: string;
  /** Where the portal's data was read; it is removed with the session. */
  readsBelow: string;
}

export function Logout({ logout, loginPath, readsBelow }: LogoutProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const leaving = useAct(logout, {
    done: "Logged Out",
    onDone() {
      navigate(loginPath, { replace: true });
      removeReads(client, readsBelow);
    },
  });
  return (
    <Button
      icon={LogOut}
      busy={leaving.isPending && "Logging out..."}
      onClick={() => leaving.run()}
    >
      Logout
    </Button>
  );
}
