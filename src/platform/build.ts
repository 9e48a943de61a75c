import packageJson from "#package" with { type: "json" };

export const VERSION = packageJson.version;

/** Identifies a build in ETags. The compiled program contains it as a constant. */
export const BUILD = process.env["PARLOR_BUILD"] ?? VERSION;
