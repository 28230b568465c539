// Runs in every page before its own scripts: counts paints and shifts, and times feedback by the browser's own clock.
const benchmark = { vitals: { lcp: 0, cls: 0 }, feedback: undefined, awaitFeedback };
// The script stands in a function of its own.
globalThis.benchmark = benchmark;

const observe = (type, hear) => new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true });
observe('largest-contentful-paint', (entry) => {
  benchmark.vitals.lcp = Math.max(benchmark.vitals.lcp, entry.startTime);
});
observe('layout-shift', (entry) => {
  if (!entry.hadRecentInput) benchmark.vitals.cls += entry.value;
});

/** `benchmark.feedback` becomes the ms from the next press to the end of the first frame in which each selector matches. */
function awaitFeedback(selectors) {
  let pressed;
  addEventListener('pointerdown', (event) => (pressed = event.timeStamp), { capture: true, once: true });
  const paintOf = (selector) =>
    new Promise((resolve) => {
      const look = () => {
        if (pressed === undefined || !document.querySelector(selector)) return void requestAnimationFrame(look);
        // What a frame's callback sees is painted in that frame, and a message is read after it.
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => resolve(performance.now() - pressed));
        channel.port1.start();
        channel.port2.postMessage(undefined);
      };
      requestAnimationFrame(look);
    });
  benchmark.feedback = Promise.all(selectors.map(paintOf));
}
