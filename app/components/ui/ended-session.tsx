import { TextLink } from "./links";

/** Above what looks empty because it is the account's. @param props.back address of this page */
export function EndedSession({ what, back }: { what: string; back: string }) {
  return (
    <p className="panel mb-4">
      Votre session a pris fin&nbsp;:{" "}
      <TextLink href={`/login?retour=${encodeURIComponent(back)}`}>connectez-vous</TextLink> pour retrouver {what} de
      votre compte.
    </p>
  );
}
