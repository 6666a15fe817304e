export const callPage = (number: string) => `/gestion/appels/${encodeURIComponent(number)}`;
export const officeOrderPage = (number: string) => `/gestion/commandes/${encodeURIComponent(number)}`;
