const steps = [
  { name: "Livraison", href: "/checkout" },
  { name: "Paiement", href: "/checkout/paiement" },
  { name: "Vérification", href: "/checkout/verification" },
] as const;

export const stepName = (step: 1 | 2 | 3) => steps[step - 1]?.name ?? "";

/** "Livraison (étape 1 sur 3)" */
export function stepTitle(step: 1 | 2 | 3): string {
  return `${stepName(step)} (étape ${step} sur ${steps.length})`;
}

/** The steps of the checkout; the earlier ones are links. */
export function Steps({ current }: { current: 1 | 2 | 3 }) {
  return (
    <nav aria-label="Étapes de la commande">
      <ol className="flex list-inside list-decimal flex-wrap gap-x-6 gap-y-1 text-sm">
        {steps.map(({ name, href }, index) => {
          const step = index + 1;
          if (step === current)
            return (
              <li key={name} aria-current="step" className="py-1 font-semibold">
                {name}
              </li>
            );
          return (
            <li key={name} className={`py-1 ${step < current ? "" : "text-muted"}`}>
              {step < current ? (
                <a className="link" href={href}>
                  {name}
                </a>
              ) : (
                name
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
