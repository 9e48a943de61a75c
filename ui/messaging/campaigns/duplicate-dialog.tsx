import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useEffectEvent, useMemo } from "react";
import { useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { showError } from "#ui/shell/data/error-toast.ts";
import { choiceOf } from "./choice.ts";
import { createComposed } from "./composed.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { campaignQuery } from "./queries.ts";

interface DuplicateDialogProps extends Omit<ComponentProps<typeof CreateDialog>, "copied"> {
  from: number;
}

const NAME_AT_MOST = 120;
const COPY = "Copy of ";

/** The composer, filled with another campaign's message and recipients. */
export function DuplicateDialog({ from, ...rest }: DuplicateDialogProps) {
  const toasts = useToasts();
  const { data: campaign, error } = useQuery(campaignQuery(useApi(), from));
  const copied = useMemo(
    () =>
      campaign && {
        ...createComposed(
          campaign.message,
          COPY + campaign.name.slice(0, NAME_AT_MOST - COPY.length),
        ),
        choice: choiceOf(campaign),
        includeAsked: campaign.includeAsked,
      },
    [campaign],
  );
  const fail = useEffectEvent(() => {
    showError(toasts, error);
    rest.onClose(rest.saved);
  });
  useEffect(() => {
    if (error) fail();
  }, [error]);

  return copied ? <CreateDialog {...rest} copied={copied} /> : null;
}
