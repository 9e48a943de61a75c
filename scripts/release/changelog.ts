const SECTION = /^## (\d+\.\d+\.\d+), (\d{4}-\d\d-\d\d)$/gm;

interface Release {
  readonly version: string;
  readonly date: string;
}

/** The released versions, newest first. */
function releasesIn(changelog: string): Release[] {
  return [...changelog.matchAll(SECTION)].map(([, version = "", date = ""]) => ({ version, date }));
}

/** Says where package.json's version and the changelog disagree, or undefined. */
export function findVersionProblem(changelog: string, version: string): string | undefined {
  const releases = releasesIn(changelog);
  const [newest] = releases;
  if (newest?.version !== version)
    return `package.json has version ${version}, and the newest in CHANGELOG.md is ${newest?.version ?? "missing"}.`;
  const dates = releases.map(({ date }) => date);
  if (dates.join() !== dates.toSorted().toReversed().join())
    return "The releases in CHANGELOG.md aren't newest first.";
  return undefined;
}

/** The day of the newest release, in seconds. */
export function releaseTime(changelog: string): number {
  return Date.parse(releasesIn(changelog)[0]?.date ?? "1970-01-01") / 1000;
}

/** Changes that no version names yet. */
export function hasUnreleased(changelog: string): boolean {
  const [, unreleased = ""] = /^## Unreleased\n([\s\S]*?)(?=^## )/m.exec(changelog) ?? [];
  return unreleased.trim() !== "";
}
