import type { Fetch } from "./api.ts";
import type { UiState } from "./ui-state.ts";

const RELOADED_FOR = "parlor-reloaded-for";

/** Sends requests, and notices when the server can't be reached and when the session has ended. */
export function watchedFetch({ connection }: UiState): Fetch {
  window.addEventListener("offline", () => {
    if (connection.value === "online") connection.value = "offline";
  });
  return async (path, init) => {
    try {
      const response = await fetch(path, init);
      if (response.status === 401 && isSignedIn() && path !== "/api/login")
        connection.value = "signed-out";
      else if (connection.value === "offline") connection.value = "online";
      return response;
    } catch (error) {
      if (error instanceof TypeError && connection.value === "online") connection.value = "offline";
      throw error;
    }
  };
}

/** The layout of signed-in users sets the attribute. */
function isSignedIn(): boolean {
  return document.querySelector("[data-signed-in]") !== null;
}

/**
 * Returns what to call with the server's build. When it is another than the page's, the page is
 * reloaded, unless text that was typed on it would be lost: then it asks.
 */
export function watchBuild({ connection }: UiState, ownBuild: string): (build: string) => void {
  let typedOn = "";
  document.addEventListener("input", () => {
    typedOn = location.pathname;
  });
  return (build) => {
    if (build === ownBuild) return;
    if (typedOn === location.pathname || !reloadOnce(build)) connection.value = "updated";
  };
}

/** Reloads the page, but only once for the same reason. Returns false when it has done so before. */
export function reloadOnce(reason: string): boolean {
  if (sessionStorage.getItem(RELOADED_FOR) === reason) return false;
  sessionStorage.setItem(RELOADED_FOR, reason);
  location.reload();
  return true;
}
