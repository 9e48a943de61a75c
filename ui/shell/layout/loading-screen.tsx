import { Bar } from "./bar.tsx";
import { CenteredSpinner } from "./centered-spinner.tsx";

/** Shown while a screen's code loads: its bar is already there, so nothing moves. */
export function LoadingScreen({ title }: { title: string }) {
  return (
    <>
      <Bar title={title} />
      <CenteredSpinner />
    </>
  );
}
