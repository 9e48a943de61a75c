import { ToastRegion, type Toasts, ToastsProvider } from "#ui/kit/toasts.tsx";
import { TooltipLayer } from "#ui/kit/tooltip.tsx";
import { SheetControls } from "./sheet-controls.tsx";
import { SheetFigures } from "./sheet-figures.tsx";
import { SheetLive } from "./sheet-live.tsx";
import { SheetOverlays } from "./sheet-overlays.tsx";
import { SheetStates } from "./sheet-states.tsx";
import { SheetTable } from "./sheet-table.tsx";

/** The whole kit on one page, for tests, screenshots and development. */
export function KitSheet({ toasts }: { toasts: Toasts }) {
  return (
    <ToastsProvider value={toasts}>
      <div className="grid grid-cols-2 gap-4 @max-[760px]/page:grid-cols-1">
        <SheetStates />
        <SheetTable />
        <SheetOverlays />
        <SheetControls />
        <SheetFigures />
        <SheetLive />
      </div>
      <ToastRegion />
      <TooltipLayer />
    </ToastsProvider>
  );
}
