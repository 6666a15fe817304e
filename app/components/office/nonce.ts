import { createContext } from "react";

/** Of the page's inline scripts. Browsers need none: they run the scripts that came with the page. */
export const Nonce = createContext<string | undefined>(undefined);
