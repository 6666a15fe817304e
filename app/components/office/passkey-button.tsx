import { useSubmit } from "@remix-run/react";
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** What the server wants signed, or made. */
type Ask =
  | { sign: Omit<PublicKeyCredentialRequestOptionsJSON, "extensions"> }
  | { make: Omit<PublicKeyCredentialCreationOptionsJSON, "extensions"> };

/**
 * Asks the browser's passkey, and sends what that signed (`defi`, `signature`) with the form around
 * it. The button is there only where a script runs it and the browser knows passkeys.
 * @param otherwise stands in its place there
 */
export function PasskeyButton(props: {
  ask: Ask;
  /** The address that takes it. */
  action: string;
  /** Which button was pressed. */
  intent: string;
  /** Field without which the server refuses the form: then the device is not asked at all. */
  needs?: string;
  className: string;
  otherwise?: ReactNode;
  children: ReactNode;
}) {
  const { ask, action, intent, needs, className, otherwise, children } = props;
  const submit = useSubmit();
  const button = useRef<HTMLButtonElement>(null);
  const [isPossible, setPossible] = useState<boolean>();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => setPossible(browserSupportsWebAuthn()), []);
  if (!isPossible) return otherwise;

  async function press() {
    if (isAsking) return;
    const data = new FormData(button.current?.form ?? undefined);
    data.set("intent", intent);
    const send = () => submit(data, { method: "post", action });
    if (needs !== undefined && String(data.get(needs) ?? "").trim() === "") return send();
    setAsking(true);
    setProblem("");
    try {
      const response =
        "sign" in ask
          ? await startAuthentication({ optionsJSON: ask.sign })
          : await startRegistration({ optionsJSON: ask.make });
      data.set("defi", "sign" in ask ? ask.sign.challenge : ask.make.challenge);
      data.set("signature", JSON.stringify(response));
      send();
    } catch (error) {
      setProblem(sentenceFor(error, "make" in ask));
    } finally {
      setAsking(false);
    }
  }

  return (
    <>
      <button ref={button} type="button" className={className} aria-disabled={isAsking || undefined} onClick={press}>
        <span>{isAsking ? "Un instant…" : children}</span>
      </button>
      <p role="alert" className={problem ? "wrong mt-2" : "sr-only"}>
        {problem}
      </p>
    </>
  );
}

function sentenceFor(error: unknown, isNew: boolean): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "Cet appareil a déjà une clé d'accès pour vous.";
  if (name === "SecurityError")
    return "Cette adresse ne permet pas de clé d'accès\u00a0: connectez-vous avec votre mot de passe.";
  return isNew
    ? "Aucune clé d'accès n'a été créée. Réessayez, ou choisissez le mot de passe."
    : "La clé d'accès n'a pas répondu. Réessayez, ou connectez-vous avec votre mot de passe.";
}
