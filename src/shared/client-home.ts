/** The page with the salon's offers, where clients log in. */
export const CLIENT_HOME = "/membership";
