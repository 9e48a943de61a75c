import { useMutation } from "@tanstack/react-query";
import { useApi, wordsOf } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";

/** Has a mail sent to the person who asks. */
export function useTestMail(name: "testSmtp" | "testMembershipSmtp") {
  const api = useApi();
  const toasts = useToasts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => api((await loadSettings())[name]),
    onSuccess: ({ email }) =>
      toasts.show({ title: "Test email sent", description: `Look for it at ${email}.` }),
    onError: (refusal) => tellError(toasts, refusal, { title: "Test failed" }),
  });
  return { run: () => mutate(), running: isPending, refusal: error ? wordsOf(error) : undefined };
}
