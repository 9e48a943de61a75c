/** Fetched with the first act or focus: zod, which comes along, is no part of a page's beginning. */
export const loadAuth = () => import("#src/accounts/sign-in/contract.ts");
