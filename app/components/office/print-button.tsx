import { useHydrated } from "../forms/use-hydrated";

/** Without scripts it is the browser's own command. */
export function PrintButton({ className = "" }: { className?: string }) {
  return useHydrated() ? (
    <button type="button" className={`button ${className}`} onClick={() => print()}>
      Imprimer
    </button>
  ) : (
    <span className="hint block">Imprimez cette page avec la commande «&nbsp;Imprimer&nbsp;» du navigateur.</span>
  );
}
