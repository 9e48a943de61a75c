import { useMutation, useQueryClient } from "@tanstack/react-query";
import LogOut from "lucide-react/icons/log-out";
import { useLocation } from "wouter";
import { Button } from "#ui/kit/button.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { removeReads } from "#ui/shell/data/read.ts";

interface LogoutProps {
  logout: () => Promise<unknown>;
  loginPath: string;
  /** Where the portal's data was read; it is removed with the session. */
  readsBelow: string;
}

export function Logout({ logout, loginPath, readsBelow }: LogoutProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const leaving = useMutation({
    mutationFn: logout,
    onSuccess() {
      toasts.show({ title: "Logged Out" });
      navigate(loginPath, { replace: true });
      removeReads(client, readsBelow);
    },
    onError: (error) => tellError(toasts, error),
  });
  return (
    <Button
      icon={LogOut}
      busy={leaving.isPending && "Logging out..."}
      onClick={() => leaving.mutate()}
    >
      Logout
    </Button>
  );
}
