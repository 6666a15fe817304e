import type { ReactNode } from "react";

/** After a form that makes the shop write: the same for every address (S-5). */
export function CheckMail({ children, again }: { children: ReactNode; again: { href: string; label: string } }) {
  return (
    <div className="page py-8">
      <div className="prose">
        <h1 className="text-2xl">Vérifiez votre boîte e-mail</h1>
        {children}
        <p>L'e-mail arrive en quelques minutes{"\u00a0"}; regardez aussi dans les indésirables.</p>
        <p>
          Rien reçu{"\u00a0"}? Vérifiez l'adresse et{" "}
          <a className="link" href={again.href}>
            {again.label}
          </a>
          .
        </p>
      </div>
    </div>
  );
}
