/** An account (section 3, User): a visitor whom an address and a password bring back. */
export interface Account {
  /** The visitor that cart, wishlist and orders hang on. */
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Normalised, or empty. */
  phone: string;
  address: string;
  createdAt: Date;
  /** Whether somebody has shown that they read the letters of the address: until then it may be a stranger's. */
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

/** What a browser calls itself, in the words of its owner: "Chrome, Android". Other words never leave the header. */
export function deviceName(userAgent: string): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [named(browsers), named(systems)].filter(Boolean).join(", ") || "Navigateur inconnu";
}
