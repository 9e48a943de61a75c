import { useMutation } from "@tanstack/react-query";
import { settings as endpoints } from "#src/settings/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";

/** Has a mail sent to the person who asks. */
export function useTestSmtp() {
  const call = useCall();
  const toasts = useToasts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(endpoints.testSmtp),
    onSuccess: ({ email }) =>
      toasts.show({ title: "Test email sent", description: `Look for it at ${email}.` }),
    onError: (refusal) =>
      toasts.show({
        title: "Test failed",
        description: wordsOf(refusal),
        kind: "destructive",
      }),
  });
  return { run: () => mutate(), running: isPending, refusal: error ? wordsOf(error) : undefined };
}
