/** Loaded with the first request or focus, so that the page starts without zod. */
export const loadAuth = () => import("#src/accounts/sign-in/contract.ts");
