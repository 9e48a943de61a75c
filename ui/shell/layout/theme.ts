import { DEFAULT_THEME, THEME_STORAGE_KEY } from "#src/shared/constants.ts";

const ATTRIBUTE = "data-theme";

/** Dark is the default and needs no attribute; document.ts applies the choice before the first paint. */
export function switchTheme(): void {
  const page = document.documentElement;
  if (page.getAttribute(ATTRIBUTE) === "light") page.removeAttribute(ATTRIBUTE);
  else page.setAttribute(ATTRIBUTE, "light");
  saveTheme();
}

/** Also after signing out, when the server has the browser clear what it stored. */
export function saveTheme(): void {
  try {
    localStorage.setItem(
      THEME_STORAGE_KEY,
      document.documentElement.getAttribute(ATTRIBUTE) ?? DEFAULT_THEME,
    );
  } catch {
    // Storage is forbidden here: the choice lasts as long as the page.
  }
}
