import { isRouteErrorResponse, Link, useLocation } from "@remix-run/react";

const texts: Record<number, { title: string; message: string }> = {
  400: {
    title: "Demande incomprise",
    message: "Rien n'a été fait. Revenez en arrière et réessayez.",
  },
  403: {
    title: "Demande refusée",
    message: "Cette demande venait d'un autre site\u00a0: rien n'a été fait. Ouvrez la page ici et recommencez.",
  },
  404: {
    title: "Page introuvable",
    message: "Cette page n'existe pas, ou votre rôle n'y donne pas accès.",
  },
  405: {
    title: "Demande impossible",
    message: "Cette page ne reçoit pas de formulaire\u00a0: rien n'a été fait.",
  },
  413: {
    title: "Formulaire trop long",
    message: "Rien n'a été enregistré. Revenez en arrière, raccourcissez vos textes et réessayez.",
  },
  503: {
    title: "Gestion momentanément indisponible",
    message: "La base de données ne répond pas. Réessayez dans une minute\u00a0: ce que vous avez écrit est encore là.",
  },
};

const unexpected = {
  title: "Une erreur est survenue",
  message: "Vérifiez ce qui a été enregistré, puis réessayez.",
};

/** @returns the words for a page that failed */
export const officeErrorText = (error: unknown) => (isRouteErrorResponse(error) && texts[error.status]) || unexpected;

/** Shown in place of a page of the office that failed, without a stack (S-7). */
export function OfficeErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const { title, message } = officeErrorText(error);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <div className="page office-narrow py-8">
      <p className="text-sm text-muted">{`Erreur ${status}`}</p>
      <h1 className="mt-1 text-2xl">{title}</h1>
      <p className="mt-4">{message}</p>
      <ul className="mt-6 flex flex-wrap items-center gap-4">
        {status >= 500 && (
          <li>
            <a className="button" href={`${pathname}${search}`}>
              Réessayer
            </a>
          </li>
        )}
        <li>
          <Link className="link inline-block py-2.5" to="/gestion">
            Aujourd'hui
          </Link>
        </li>
      </ul>
    </div>
  );
}
