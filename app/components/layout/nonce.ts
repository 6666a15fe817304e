import { createContext, useContext } from "react";

/** Marks what is ours among inline scripts and styles while the server renders; see server/inline-hashes. */
const Nonce = createContext<string | undefined>(undefined);

export const NonceProvider = Nonce.Provider;
export const useNonce = () => useContext(Nonce);
