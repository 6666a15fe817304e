/** @throws when the work takes longer: its requests are then aborted */
export async function within<Value>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
  controller = new AbortController(),
): Promise<Value> {
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
