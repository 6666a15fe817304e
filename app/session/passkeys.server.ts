import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { text } from "~/forms/form.server";
import { settings } from "~/settings.server";
import type { PasskeyAnswer } from "~/shop/services/staff";
import { isPasskeyChallenge, mintPasskeyChallenge } from "~/tokens/timed-key.server";

/** Passkeys of staff: what a page's script asks the browser for, and what it sends. */

/** Where the back office is, and passkeys are valid. */
export const officeOrigin = (): string => settings.officeUrl ?? settings.siteUrl;

const host = () => new URL(officeOrigin()).hostname;
/** Milliseconds that the browser waits for the person. */
const PATIENCE = 5 * 60_000;

export const askForPasskey = (): Omit<PublicKeyCredentialRequestOptionsJSON, "extensions"> => ({
  challenge: mintPasskeyChallenge(),
  rpId: host(),
  // The device asks for a finger or a PIN, so that the key alone is not enough.
  userVerification: "required",
  timeout: PATIENCE,
});

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** @param known ids of the passkeys that the person has: no device makes a second one */
export const makePasskey = (
  person: { id: string; email: string; name: string },
  known: readonly string[] = [],
): Omit<PublicKeyCredentialCreationOptionsJSON, "extensions"> => ({
  challenge: mintPasskeyChallenge(),
  rp: { id: host(), name: "Wahrane, gestion" },
  user: { id: Buffer.from(person.id).toString("base64url"), name: person.email, displayName: person.name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
  excludeCredentials: known.map((id) => ({ id, type: "public-key" })),
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none",
  timeout: PATIENCE,
});

/** @returns undefined when the page was open for more than an hour, or is not ours */
export function passkeyAnswerIn(form: FormData): PasskeyAnswer | undefined {
  const challenge = text(form, "defi");
  return isPasskeyChallenge(challenge)
    ? { response: text(form, "signature"), challenge, origin: officeOrigin() }
    : undefined;
}
