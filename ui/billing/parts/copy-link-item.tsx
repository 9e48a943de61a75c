import Copy from "lucide-react/icons/copy";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { MenuItem } from "#ui/kit/menu.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";

/** Copies the address at which clients sign up for an offer. */
export function CopyLinkItem({ path }: { path: `/${string}` }) {
  const toasts = useToasts();
  const business = useBusiness();

  async function copy() {
    await navigator.clipboard.writeText(`${business?.pagesUrl ?? location.origin}${path}`);
    toasts.show({
      title: "Copied!",
      description:
        business?.takesCards === false
          ? "Connect Stripe in Settings before you share the sign-up link."
          : "You can paste the sign-up link anywhere.",
    });
  }

  return (
    <MenuItem icon={Copy} onSelect={() => void copy()}>
      Copy Sign-Up Link
    </MenuItem>
  );
}
