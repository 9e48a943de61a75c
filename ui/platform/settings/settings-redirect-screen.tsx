import { Redirect } from "wouter";
import { settingsHref } from "./sections.ts";

/** "/settings#stripe" leads to that section's page, "/settings" to the first one. */
export function SettingsRedirectScreen() {
  return <Redirect to={settingsHref(location.hash.slice(1), location.search)} replace />;
}
