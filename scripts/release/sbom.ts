import { readFileSync } from "node:fs";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import packageJson from "#package" with { type: "json" };

type Packages = Readonly<Record<string, readonly [id: string, ...rest: unknown[]]>>;

interface Lock {
  readonly packages: Packages;
}

interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Lists what the program contains as CycloneDX: production packages of bun.lock, and the runtime. */
export function createSbom(version: string): string {
  const { packages } = readLock();
  const root = new Models.Component(Enums.ComponentType.Application, "parlor", { version });
  root.bomRef.value = `parlor@${version}`;
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: root }) });
  const components = new Map<string, Models.Component>();

  function add(key: string): Models.Component {
    const [id = "", , needs] = packages[key] ?? [];
    // One version may be in several places of the lock; the library would tell them apart by random numbers.
    const known = components.get(id);
    if (known) return known;
    const component = toComponent(id);
    components.set(id, component);
    bom.components.add(component);
    for (const name of Object.keys((needs as Needs | undefined)?.dependencies ?? {}))
      component.dependencies.add(add(resolve(packages, key, name)).bomRef);
    return component;
  }

  for (const name of Object.keys(packageJson.dependencies)) root.dependencies.add(add(name).bomRef);
  const runtime = toComponent(`bun@${packageJson.devDependencies.bun}`);
  bom.components.add(runtime);
  root.dependencies.add(runtime.bomRef);
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  );
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}

function toComponent(id: string): Models.Component {
  const at = id.lastIndexOf("@");
  const [name, version] = [id.slice(0, at), id.slice(at + 1)];
  const component = new Models.Component(Enums.ComponentType.Library, name, { version });
  component.bomRef.value = id;
  component.purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const license = licenseOf(name);
  if (license) component.licenses.add(new Models.LicenseExpression(license));
  return component;
}

/** As in the installed package, where that names one. */
function licenseOf(name: string): string | undefined {
  try {
    const { license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as {
      license?: unknown;
    };
    return typeof license === "string" ? license : undefined;
  } catch {
    return undefined;
  }
}

/** Finds a package as node does: nested in the one that needs it, or further out. */
function resolve(packages: Packages, from: string, name: string): string {
  const parts = from.split(/\/(?!.*\/)/);
  for (let base = from; base !== ""; base = parentOf(base))
    if (packages[`${base}/${name}`]) return `${base}/${name}`;
  if (packages[name]) return name;
  throw new Error(`bun.lock lacks ${name}, which ${parts[0]} needs.`);
}

/** "a/@b/c" is inside "a"; a scope is part of a name. */
function parentOf(key: string): string {
  return key.replace(/(?:^|\/)(?:@[^/]+\/)?[^/]+$/, "");
}

/** bun.lock is JSON with trailing commas. */
function readLock(): Lock {
  return JSON.parse(readFileSync("bun.lock", "utf8").replace(/,(\s*[}\]])/g, "$1")) as Lock;
}
