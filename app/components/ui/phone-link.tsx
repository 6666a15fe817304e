import { formatPhone } from "~/domain/values/phone";

/** @param isInText within a sentence, whose line height is to stay */
export function PhoneLink({ phone, isInText }: { phone: string; isInText?: boolean }) {
  return (
    <a className={isInText ? "link" : "link inline-block py-2"} href={`tel:+213${phone.slice(1)}`}>
      {formatPhone(phone)}
    </a>
  );
}
