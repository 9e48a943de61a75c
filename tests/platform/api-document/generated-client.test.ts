import { expect, mock, test } from "bun:test";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript5";
import { testApp } from "#tests/support/test-app.ts";

/** What a developer of another program would write, with the types that are generated from our document. */
const PROGRAM = `
import createClient from "openapi-fetch";
import type { components, paths } from "./parlor.ts";

type Contact = components["schemas"]["Contact"];

export async function useContacts(fetch: (request: Request) => Promise<Response>, cookie: string) {
  const api = createClient<paths>({ baseUrl: "https://salon.example", fetch, headers: { cookie } });
  const created = await api.POST("/api/contacts", { body: { name: "Nora O’Neil", phoneNumber: "+15125550142" } });
  const contact: Contact | undefined = created.data;
  if (!contact) throw new Error(JSON.stringify(created.error));
  const id = String(contact.id);
  await api.PATCH("/api/contacts/{id}", { params: { path: { id } }, body: { name: "Nora Byrne" } });
  const { data } = await api.GET("/api/contacts", { params: { query: { q: "Byrne" } } });
  const refused = await api.POST("/api/contacts", { body: { name: "", phoneNumber: "1" } });
  return { names: data?.contacts.map(({ name }) => name), status: refused.response.status };
}
`;

/** Neither the field nor the address exists. */
const WRONG = `
import createClient from "openapi-fetch";
import type { paths } from "./parlor.ts";
const api = createClient<paths>();
await api.POST("/api/contacts", { body: { fullName: "Nora" } });
await api.GET("/api/clients");
`;

const COMPILER_MS = 120_000;

test(
  "a client generated from the document compiles, and lists, creates and changes a contact",
  async () => {
    const { admin, hono } = testApp();
    const { body } = await admin.request("GET", "/api/openapi.json");
    const folder = mkdtempSync(join(tmpdir(), "parlor-client-"));
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write("parlor.ts", await generate(body));
    write("program.ts", PROGRAM);
    write("wrong.ts", WRONG);
    expect(compile(folder, "program.ts")).toEqual([]);
    expect(compile(folder, "wrong.ts")).toHaveLength(2);

    const { useContacts } = await import(join(folder, "program.ts"));
    const send = async (request: Request) => hono.fetch(request);
    expect(await useContacts(send, admin.cookie)).toEqual({ names: ["Nora Byrne"], status: 400 });
  },
  COMPILER_MS,
);

/** openapi-typescript needs the API that TypeScript had until its version 5. */
async function generate(document: object): Promise<string> {
  await mock.module("typescript", () => ({ ...ts, default: ts }));
  const { default: openapiTypescript, astToString } = await import("openapi-typescript");
  return astToString(await openapiTypescript(JSON.stringify(document)));
}

function compile(folder: string, file: string): string[] {
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "esnext"];
  const modules = ["--module", "esnext", "--moduleResolution", "bundler"];
  const imports = ["--allowImportingTsExtensions", "--types", ""];
  const { stdout } = Bun.spawnSync(
    [resolve("node_modules/.bin/tsc"), ...options, ...modules, ...imports, file],
    { cwd: folder },
  );
  return stdout
    .toString()
    .split("\n")
    .filter((line) => line.includes("error TS"));
}
