import { subscribe } from "node:diagnostics_channel";

/**
 * Loaded before the shop (node --import): once a request with the header `x-time-passes` has been heard, so many milliseconds have
 * passed. What is posted waits at that moment for a quiet event loop.
 */
const now = performance.now.bind(performance);
let passed = 0;
performance.now = () => now() + passed;

subscribe("http.server.request.start", ({ request }) => {
  // After all that hear of the request have done so.
  process.nextTick(() => {
    passed += Number(request.headers["x-time-passes"] ?? 0);
  });
});
