import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Review, reviews } from "#src/reviews/contract.ts";
import { useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";

/** What a row does at once. The row shows that it works until it shows what has become of it. */
export function useReviewActs() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const reload = () => refresh(client, "reviews");
  const onError = (error: unknown) => {
    tellError(toasts, error);
    // It may be another one by now: somebody else was quicker, or it is gone.
    return reload();
  };

  const check = useMutation({
    mutationFn: ({ id, checkedOff }: Review) =>
      api(checkedOff ? reviews.uncheck : reviews.checkOff, { params: { id } }),
    onSuccess({ checkedOff, contact }) {
      toasts.show({
        title: checkedOff ? "Discount applied" : "Discount pending",
        ...(contact && { description: contact.name }),
      });
      return reload();
    },
    onError,
  });

  const rematch = useMutation({
    mutationFn: ({ id, contactId }: { id: number; contactId: number }) =>
      api(reviews.match, { params: { id }, body: { contactId } }),
    onSuccess: reload,
    onError,
  });

  const unmatch = useMutation({
    mutationFn: ({ id }: Review) => api(reviews.unmatch, { params: { id } }),
    onSuccess(_, { id, contactId, contact }) {
      toasts.show({
        title: "Match removed",
        description: `It is not taken to be by ${contact?.name} again.`,
        ...(contactId !== null && { undo: () => rematch.mutate({ id, contactId }) }),
      });
      return reload();
    },
    onError,
  });

  return {
    check: check.mutate,
    unmatch: unmatch.mutate,
    busy: [check, unmatch].flatMap((one) =>
      one.isPending && one.variables ? [one.variables.id] : [],
    ),
  };
}
