interface Registered {
  legalName: string | undefined;
  /** Number in the registre du commerce. */
  register: string | undefined;
  /** Numéro d'identification fiscale. */
  taxId: string | undefined;
}

/** Who sells, as far as it is set: an offer has to say it (loi 18-05, article 11). */
export const sellerLine = ({ legalName, register, taxId }: Registered): string =>
  [legalName, register && `RC ${register}`, taxId && `NIF ${taxId}`].filter(Boolean).join(" · ");
