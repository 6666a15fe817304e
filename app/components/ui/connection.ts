interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Behind some VPNs and in some WebViews browsers say that the line is down though it is not. */
let isReached = false;
addEventListener("offline", () => {
  isReached = false;
});

/** Whether the browser says that the line is down, and the shop has not answered all the same. */
export const isOffline = (): boolean => !navigator.onLine && !isReached;

export function noteReached(): void {
  isReached = true;
}

/** Whether the connection is slow or metered, or less data is wanted: nothing is fetched ahead. */
export function isFrugal(): boolean {
  const { saveData, effectiveType = "" } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType.includes("2g") || matchMedia("(prefers-reduced-data:reduce)").matches;
}
