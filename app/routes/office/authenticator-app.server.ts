import { randomBytes } from "node:crypto";
import { decodeBase32IgnorePadding, encodeBase32NoPadding } from "@oslojs/encoding";
import { createTOTPKeyURI } from "@oslojs/otp";
import { encode } from "uqr";

/** What a person needs to enter a new secret into their authenticator app. */
export interface NewApp {
  /** Base 32. */
  secret: string;
  /** The same, in groups of four. */
  shown: string;
  /** For a phone that has the app itself. */
  uri: string;
  qr: { size: number; path: string };
}

/** As RFC 4226 asks. */
const BYTES = 20;
const SECRET = /^[A-Z2-7]{32}$/;

/** @param given of the form that was refused: the app knows it already */
export function newApp(email: string, given = ""): NewApp {
  const secret = SECRET.test(given) ? given : encodeBase32NoPadding(randomBytes(BYTES));
  const uri = createTOTPKeyURI("Wahrane gestion", email, decodeBase32IgnorePadding(secret), 30, 6);
  const { size, data } = encode(uri, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { secret, shown: secret.replace(/(.{4})(?!$)/g, "$1 "), uri, qr: { size, path } };
}
