import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import packageJson from "#package" with { type: "json" };
import { findVersionProblem, hasUnreleased, releaseTime } from "#scripts/release/changelog.ts";
import { packRelease } from "#scripts/release/pack.ts";
import { createSbom } from "#scripts/release/sbom.ts";
import { newFolder } from "#tests/support/binary.ts";

const CHANGELOG =
  "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0, 2026-11-22\n\n- More.\n\n## 0.1.0, 2026-11-20\n";

test("version and changelog must agree, newest first", () => {
  expect(findVersionProblem(CHANGELOG, "0.2.0")).toBeUndefined();
  expect(findVersionProblem(CHANGELOG, "0.3.0")).toContain("the newest in CHANGELOG.md is 0.2.0");
  const older = CHANGELOG.replace("2026-11-20", "2026-11-23");
  expect(findVersionProblem(older, "0.2.0")).toContain("newest first");
  expect(hasUnreleased(CHANGELOG)).toBe(true);
  expect(hasUnreleased(CHANGELOG.replace("- New.\n\n", ""))).toBe(false);
  expect(releaseTime(CHANGELOG)).toBe(Date.UTC(2026, 10, 22) / 1000);
});

test("the image has the program's version as its label", () => {
  const [, label] = /image\.version=(\S+)/.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  expect(label).toBe(packageJson.version);
});

test("the SBOM lists what the program contains, and nothing of its development", () => {
  const sbom = JSON.parse(createSbom("0.1.0"));
  const listed = new Map<string, { purl: string; licenses?: unknown[] }>(
    sbom.components.map((one: { name: string; group?: string }) => [one.name, one]),
  );
  for (const [name, version] of Object.entries(packageJson.dependencies))
    expect(listed.get(name)?.purl).toBe(`pkg:npm/${name.replace("@", "%40")}@${version}`);
  // A package of a package, and the runtime.
  expect(listed.has("http_ece")).toBe(true);
  expect(listed.has("bun")).toBe(true);
  expect(listed.has("typescript")).toBe(false);
  expect(listed.get("zod")?.licenses).toEqual([{ expression: "MIT" }]);
  const edges = sbom.dependencies.find(({ ref }: { ref: string }) => ref === "parlor@0.1.0");
  expect(edges.dependsOn).toHaveLength(Object.keys(packageJson.dependencies).length + 1);
});

test("the SBOM is valid CycloneDX 1.6", () => {
  const folder = "node_modules/@cyclonedx/cyclonedx-library/res/schema";
  const schema = (name: string) =>
    JSON.parse(readFileSync(`${folder}/${name}.SNAPSHOT.schema.json`, "utf8"));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ["spdx", "jsf-0.82", "cryptography-defs"]) {
    const { $id, ...rest } = schema(name);
    ajv.addSchema(rest, `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const isValid = ajv.compile(schema("bom-1.6"));
  isValid(JSON.parse(createSbom("0.1.0")));
  expect(isValid.errors).toBeNull();
});

test.skipIf(!Bun.which("dpkg-deb"))("a release packed twice has the same checksums", async () => {
  const program = join(newFolder("program"), "parlor");
  writeFileSync(program, "#!/bin/sh\necho 1.0.0\n");
  const target = { name: "linux-x64", bun: "bun-linux-x64", debian: "amd64" } as const;
  const pack = async (name: string) => {
    const folder = newFolder(name);
    await packRelease(folder, "1.0.0", [{ target, program }], { level: 1, time: 1_700_000_000 });
    return readFileSync(join(folder, "SHA256SUMS"), "utf8");
  };
  const first = await pack("first");
  await Bun.sleep(1_100);
  expect(await pack("second")).toBe(first);
});
