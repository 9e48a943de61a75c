import { Component, type ReactNode } from "react";
import { buttonClass } from "#ui/kit/button-class.ts";
import { reloadOnce } from "#ui/watch-connection.ts";

/**
 * Shows a message in place of a screen that failed. A screen whose code can't be loaded belongs to an
 * earlier build, so the page is reloaded once.
 */
export class ScreenBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    if (isLoadFailure(error) && navigator.onLine) reloadOnce(location.pathname);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="grid flex-1 place-items-center p-4">
        <section className="card empty w-full max-w-105" role="alert">
          <h2 className="text-lead font-label text-ink">This page couldn't be shown</h2>
          <p>Check your connection, then reload.</p>
          <button type="button" className={buttonClass({})} onClick={() => location.reload()}>
            Reload
          </button>
        </section>
      </div>
    );
  }
}

/** The message differs by browser: "Failed to fetch dynamically imported module", "Importing a module script failed". */
function isLoadFailure(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}
