import { subscribe } from "node:diagnostics_channel";

/**
 * Loaded before the shop (node --import): a request with the header `x-time-passes` moves the clock
 * by so many milliseconds, while it waits for a quiet event loop.
 */
const now = performance.now.bind(performance);
let passed = 0;
performance.now = () => now() + passed;

subscribe("http.server.request.start", ({ request }) => {
  // After the steps that stand before the wait, which are microtasks.
  setImmediate(() => {
    passed += Number(request.headers["x-time-passes"] ?? 0);
  });
});
