/** The page with the salon's offers, where clients sign in. */
export const CLIENT_HOME = "/membership";
