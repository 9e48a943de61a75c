import type { Page } from "playwright-core";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One finger on the screen, as Chromium receives it from the hardware. */
export async function touchscreen(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(({ x, y }) => ({ x, y })),
    });
  return {
    press: (at: Point) => send("touchStart", [at]),
    move: (to: Point) => send("touchMove", [to]),
    lift: () => send("touchEnd", []),
    /** Holds still at a point: a finger lifted in motion flings, and the next tap would only stop that. */
    async rest(at: Point, milliseconds: number) {
      for (const until = performance.now() + milliseconds; performance.now() < until; ) {
        await send("touchMove", [at]);
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    },
  };
}
