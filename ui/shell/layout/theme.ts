import { DEFAULT_THEME, THEME_STORAGE_KEY } from "#src/shared/constants.ts";

const ATTRIBUTE = "data-theme";

/** Dark is the default and needs no attribute; CHOSEN_THEME applies the choice before the first paint. */
export function switchTheme(): void {
  const page = document.documentElement;
  if (page.getAttribute(ATTRIBUTE) === "light") page.removeAttribute(ATTRIBUTE);
  else page.setAttribute(ATTRIBUTE, "light");
  saveTheme();
}

/** Also called after signing out, when the server clears the browser's storage. */
export function saveTheme(): void {
  try {
    localStorage.setItem(
      THEME_STORAGE_KEY,
      document.documentElement.getAttribute(ATTRIBUTE) ?? DEFAULT_THEME,
    );
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}
