import { defineModule, type Module, visitor } from "#src/platform/http/routes.ts";
import { apiDocument } from "./contract.ts";
import { createApiDocument } from "./create-api-document.ts";
import type { OtherOperation } from "./other-operation.ts";

/** `modules` is read at the first request, because this module is one of them. */
export function createApiDocumentModule(
  modules: () => readonly Module[],
  others: readonly OtherOperation[],
): Module {
  return defineModule(apiDocument, {
    read: visitor(() => createApiDocument(modules(), others)),
  });
}
