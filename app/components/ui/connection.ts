interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the connection is slow or metered, or less data is wanted: nothing is fetched ahead. */
export function isFrugal(): boolean {
  const { saveData, effectiveType = "" } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType.includes("2g") || matchMedia("(prefers-reduced-data:reduce)").matches;
}
