interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the connection is slow or paid by the byte: then nothing is fetched that nobody asked for. */
export function isFrugal(): boolean {
  const { saveData, effectiveType = "" } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType.includes("2g");
}
