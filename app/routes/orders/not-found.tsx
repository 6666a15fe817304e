export const NOT_FOUND = "Commande non trouvée";

/** The same for an unknown order and for somebody else's: nobody learns which (S-6). */
export function NotFound() {
  return (
    <div className="page max-w-prose py-16">
      <h1 className="text-2xl">{NOT_FOUND}</h1>
      <p className="mt-4">
        Cette commande n'existe pas, ou elle a été passée depuis un autre appareil. Avec son numéro et votre téléphone,
        vous la retrouvez ici&nbsp;:
      </p>
      <p className="mt-4">
        <a className="button" href="/suivi">
          Suivre ma commande
        </a>
      </p>
    </div>
  );
}
