/** The page with what the salon offers, and where clients log in. */
export const CLIENT_HOME = "/membership";
