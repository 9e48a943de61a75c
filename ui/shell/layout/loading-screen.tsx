import { Bar } from "./bar.tsx";
import { CentredSpinner } from "./centered-spinner.tsx";

/** While a screen's code is on its way: its bar is there already, so nothing jumps. */
export function LoadingScreen({ title }: { title: string }) {
  return (
    <>
      <Bar title={title} />
      <CentredSpinner />
    </>
  );
}
