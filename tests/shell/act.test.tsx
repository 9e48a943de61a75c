import { expect, test } from "bun:test";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { get, post, put } from "#src/shared/endpoint.ts";
import { ApiProvider, createApi, createQueryClient, useApi } from "#ui/api.ts";
import { createToasts, ToastsProvider } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { read } from "#ui/shell/data/read.ts";
import { createUiState, UiStateProvider } from "#ui/ui-state.ts";

const Name = z.object({ name: z.string() });
const list = get("/api/tags", { reply: z.array(Name), reads: ["tags"] });
const create = post("/api/tags", { body: Name, reply: Name, changes: ["tags"] });
const rename = put("/api/tags/:id", { body: Name, changes: ["tags"] });

const LOST = new TypeError("Failed to fetch");
const refusal = (status: number, body: object) => Response.json(body, { status });

/** The replies to the changes in order: a Response, or an error for a reply that never arrives. */
function stand(...replies: (Response | Error)[]) {
  const toasts = createToasts(60_000);
  const keys: (string | null)[] = [];
  const reads: string[] = [];
  const api = createApi(async (path, init) => {
    if (init.method === "GET") {
      reads.push(path);
      return Response.json([]);
    }
    keys.push(new Headers(init.headers).get("idempotency-key"));
    const reply = replies[keys.length - 1] ?? Response.json({ name: "VIP" });
    if (reply instanceof Error) throw reply;
    return reply.clone();
  });
  const ui = createUiState({ sidebarOpen: true, now: 0 });
  const open = (child: React.ReactNode) =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ApiProvider value={api}>
          <UiStateProvider value={ui}>
            <ToastsProvider value={toasts}>{child}</ToastsProvider>
          </UiStateProvider>
        </ApiProvider>
      </QueryClientProvider>,
    );
  const toast = () => {
    const { title, description } = toasts.current.value ?? {};
    return description === undefined ? title : `${title}: ${description}`;
  };
  return { open, keys, reads, toast, ui, user: userEvent.setup() };
}

const log: string[] = [];

function NewTag({ inline = false }: { inline?: boolean }) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: "" } });
  useQuery(read(useApi(), list));
  const act = useAct(create, {
    done: ({ name }, { body }) => ({ title: "Tag created", description: `${body.name}, ${name}` }),
    onDone: () => log.push("done"),
    onRefreshed: () => log.push("refreshed"),
    errors: inline ? "inline" : { setError, title: "Not created" },
  });
  return (
    <form onSubmit={handleSubmit((body) => act.run({ body }))}>
      <input aria-label="Name" {...register("name")} />
      <p role="alert">{inline ? act.errorMessage : formState.errors.name?.message}</p>
      <button type="submit">{act.isPending ? "Saving" : "Save"}</button>
    </form>
  );
}

async function save(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button"));
  await waitFor(() => expect(screen.getByRole("button").textContent).toBe("Save"));
}

test.each([
  ["a lost reply", LOST],
  ["a status of 502", refusal(502, {})],
])("after %s the same change is sent with the same key", async (_, reply) => {
  const { open, keys, user } = stand(reply, reply);
  open(<NewTag />);
  await save(user);
  await save(user);
  await save(user);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTruthy();
});

test("a refusal, a success or a different input ends a key", async () => {
  const { open, keys, user } = stand(refusal(400, { message: "No." }));
  open(<NewTag />);
  await save(user);
  await save(user);
  await save(user);
  expect(new Set(keys).size).toBe(3);
});

test("after a lost reply, a different input has another key, and the first input its own again", async () => {
  const { open, keys, user } = stand(LOST, LOST);
  open(<NewTag />);
  await save(user);
  await user.type(screen.getByRole("textbox"), "VIP");
  await save(user);
  await user.clear(screen.getByRole("textbox"));
  await save(user);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
});

test("success shows the toast and refetches what the endpoint changes", async () => {
  log.length = 0;
  const { open, reads, toast, user } = stand();
  open(<NewTag />);
  await waitFor(() => expect(reads).toEqual(["/api/tags"]));
  await user.type(screen.getByRole("textbox"), "vip");
  await save(user);
  expect(toast()).toBe("Tag created: vip, VIP");
  expect(reads).toEqual(["/api/tags", "/api/tags"]);
  expect(log).toEqual(["done", "refreshed"]);
});

test("a failure shows its toast and refetches, because another user may have been first", async () => {
  const { open, reads, toast, user } = stand(refusal(409, { message: "There is one." }));
  open(<NewTag />);
  await save(user);
  expect(toast()).toBe("Not created: There is one.");
  await waitFor(() => expect(reads).toEqual(["/api/tags", "/api/tags"]));
});

test("field errors are shown at their fields, with the focus and without a toast", async () => {
  const errors = { name: "Enter a name" };
  const { open, toast, user } = stand(refusal(400, { message: "Enter a name", errors }));
  open(<NewTag />);
  await save(user);
  expect(screen.getByRole("alert").textContent).toBe("Enter a name");
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  expect(toast()).toBeUndefined();
});

test("an error that the caller shows has no toast", async () => {
  const { open, toast, user } = stand(LOST);
  open(<NewTag inline />);
  await save(user);
  expect(screen.getByRole("alert").textContent).toContain("We can't reach the server");
  expect(toast()).toBeUndefined();
});

function Rename() {
  const { run } = useAct(async () => rename, { done: "Not this one" });
  return (
    <button
      type="button"
      onClick={() => run({ params: { id: 3 }, body: { name: "Regular" } }, { done: "Renamed" })}
    >
      Rename
    </button>
  );
}

test("an endpoint may be loaded with the change, and each run can have its own toast", async () => {
  const { open, keys, toast, user } = stand(new Response(null, { status: 204 }));
  open(<Rename />);
  await user.click(screen.getByRole("button"));
  await waitFor(() => expect(toast()).toBe("Renamed"));
  expect(keys).toHaveLength(1);
});

const ASKS = () =>
  Response.json(
    { message: "Enter your password to continue.", errors: { confirmPassword: "Enter it." } },
    { status: 403 },
  );

test("a change that requires the password is sent again once it is confirmed", async () => {
  const { open, keys, toast, ui, user } = stand(ASKS(), Response.json({ name: "VIP" }));
  open(<NewTag />);
  await user.click(screen.getByRole("button"));
  await waitFor(() => expect(ui.passwordPrompt.value).toBeDefined());
  expect(toast()).toBeUndefined();
  ui.passwordPrompt.value?.(true);
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toBe(keys[1] ?? null);
});

test("a change is not sent again without the password", async () => {
  const { open, keys, ui, user } = stand(ASKS(), Response.json({ name: "VIP" }));
  open(<NewTag inline />);
  await user.click(screen.getByRole("button"));
  await waitFor(() => expect(ui.passwordPrompt.value).toBeDefined());
  ui.passwordPrompt.value?.(false);
  await screen.findByText("Enter your password to continue.");
  expect(keys).toHaveLength(1);
});
