import packageJson from "#package" with { type: "json" };

export const VERSION = packageJson.version;

/** Told apart by tags and caches; the compiled program carries it as a constant. */
export const BUILD = process.env["PARLOR_BUILD"] ?? VERSION;
