import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { Endpoint } from "#src/shared/endpoint.ts";
import { ApiError, type ApiInput, errorMessage, fieldErrorsOf, useApi } from "#ui/api.ts";
import { type ToastMessage, useToasts } from "#ui/kit/toasts.tsx";
import { asksForPassword, useConfirmPassword } from "./confirm-password.ts";
import { type ErrorOptions, showError } from "./error-toast.ts";
import { refresh } from "./read.ts";

type Done = string | ToastMessage | undefined;

/** What an error shows: a toast of this title, or nothing where the caller shows it "inline". */
type Errors = "inline" | (string & {}) | ErrorOptions;

export interface RunOptions<Input, Reply> {
  readonly done?: Done | ((reply: Reply, input: Input) => Done);
  /** Runs as soon as the server has replied. */
  readonly onDone?: ((reply: Reply, input: Input) => void) | undefined;
}

interface ActOptions<Input, Reply> extends RunOptions<Input, Reply> {
  /** Runs after the refetch: a form closes over the new text, not over the old one. */
  readonly onRefreshed?: ((reply: Reply, input: Input) => void) | undefined;
  readonly errors?: Errors | ((error: Error, input: Input) => Errors);
}

/**
 * A change that a person makes: `run` sends the endpoint's input, shows the toast, and refetches what
 * the endpoint `changes`. `isPending` lasts until the refetch. An endpoint whose contract is no part
 * of a first page is given as a function that loads it.
 *
 * Each change carries an Idempotency-Key. It is kept while the outcome is unknown (no reply, or a
 * status from 500), so that the same input sent again cannot take effect twice.
 */
export function useAct<Path extends string, Search, Parsed, Sent, Body, Reply>(
  endpoint: Loadable<Endpoint<Path, Search, Parsed, Sent, Body, Reply>>,
  options: ActOptions<NonNullable<ApiInput<Path, Search, Sent>[0]>, Reply> = {},
) {
  type Input = NonNullable<ApiInput<Path, Search, Sent>[0]>;
  type Run = RunOptions<Input, Reply> & {
    readonly input: Input;
    /** The element that had the focus. */
    readonly sentFrom: Element | null;
  };

  const api = useApi() as (endpoint: unknown, input: unknown) => Promise<Reply>;
  const client = useQueryClient();
  const toasts = useToasts();
  const confirmPassword = useConfirmPassword();
  const keys = useRef(new Map<string, string>());

  const { mutate, variables, error, ...mutation } = useMutation<Reply, Error, Run>({
    async mutationFn({ input }) {
      const key = takeKey(keys.current, input);
      const send = async () => api(await load(endpoint), { idempotencyKey: key, ...input });
      try {
        return await send();
      } catch (failure) {
        if (asksForPassword(failure) && (await confirmPassword())) return send();
        throw failure;
      }
    },
    async onSuccess(reply, { input, done = options.done, onDone = options.onDone }) {
      keys.current.delete(textOf(input));
      const message = typeof done === "function" ? done(reply, input) : done;
      if (message !== undefined)
        toasts.show(typeof message === "string" ? { title: message } : message);
      onDone?.(reply, input);
      // After the render, which may close what asks for something that was deleted.
      await new Promise((resolve) => setTimeout(resolve));
      await refetch();
      options.onRefreshed?.(reply, input);
    },
    onError(failure, { input, sentFrom }) {
      if (failure instanceof ApiError && failure.status < 500) keys.current.delete(textOf(input));
      const { errors = {} } = options;
      const toastOptions = typeof errors === "function" ? errors(failure, input) : errors;
      if (toastOptions !== "inline")
        showError(
          toasts,
          failure,
          typeof toastOptions === "string" ? { title: toastOptions } : toastOptions,
          sentFrom,
        );
      // Another user may have been quicker, or the change may have taken effect without a reply.
      void refetch().catch(() => undefined);
    },
  });

  async function refetch(): Promise<void> {
    const { changes } = await load(endpoint);
    if (changes.length > 0) await refresh(client, ...changes);
  }

  const run = useCallback(
    (...[input, once]: [...ApiInput<Path, Search, Sent>, options?: RunOptions<Input, Reply>]) =>
      mutate({ ...once, input: (input ?? {}) as Input, sentFrom: document.activeElement }),
    [mutate],
  );

  return {
    run,
    isPending: mutation.isPending,
    isSuccess: mutation.isSuccess,
    reply: mutation.data,
    variables: variables?.input,
    error,
    errorMessage: error ? errorMessage(error) : undefined,
    fieldErrors: fieldErrorsOf(error),
    reset: mutation.reset,
  };
}

export type Loadable<T> = T | (() => Promise<T>);

async function load<T extends object>(endpoint: Loadable<T>): Promise<T> {
  return typeof endpoint === "function" ? endpoint() : endpoint;
}

function takeKey(keys: Map<string, string>, input: unknown): string {
  const text = textOf(input);
  // Not crypto.randomUUID, which browsers offer on HTTPS only.
  const key = keys.get(text) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
  keys.set(text, key);
  return key;
}

const textOf = (input: unknown): string => JSON.stringify(input);
