import type { Desk, Plot } from "./desk.ts";
import * as money from "./money-plots.ts";
import * as plots from "./plots.ts";
import * as power from "./power.ts";

const PLOTS = [plots, money, power].flatMap((file) => Object.values(file));

/** Begins a month. Each call continues the plots that wait for this day and hour, such as "03 14:00", and returns whether any did. */
export async function openStage(desk: Desk): Promise<(time: string) => Promise<boolean>> {
  const waiting = new Map<Plot, string | undefined>();
  const proceed = async (plot: Plot) => waiting.set(plot, (await plot.next()).value ?? undefined);
  for (const plot of PLOTS) await proceed(plot(desk));
  return async (time) => {
    const due = [...waiting].filter(([, next]) => next === time);
    for (const [plot] of due) await proceed(plot);
    return due.length > 0;
  };
}
