/** An account (section 3, User): a visitor who signs in with an e-mail address and a password. */
export interface Account {
  /** The visitor that cart, wishlist and orders belong to. */
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Normalised, or empty. */
  phone: string;
  address: string;
  createdAt: Date;
  /** Whether its owner opened a mailed link; until then the address may be a stranger's. */
  isConfirmed: boolean;
}

export type Profile = Pick<Account, "firstName" | "lastName" | "phone" | "address">;

const browsers: [RegExp, string][] = [
  [/\bEdg/, "Edge"],
  [/\b(?:OPR|Opera)/, "Opera"],
  [/\bSamsungBrowser/, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)/, "Firefox"],
  [/\b(?:Chrome|CriOS)/, "Chrome"],
  [/\bSafari/, "Safari"],
  [/^(?:Lynx|w3m|Links|ELinks)/i, "navigateur texte"],
];
const systems: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
];

/** A short name for a User-Agent header, "Chrome, Android"; nothing else of it is kept. */
export function deviceName(userAgent: string): string {
  const firstMatch = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [firstMatch(browsers), firstMatch(systems)].filter(Boolean).join(", ") || "Navigateur inconnu";
}
