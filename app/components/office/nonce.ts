import { createContext } from "react";

/** Of the page's inline scripts. Browsers need none: they run what came with the page. */
export const Nonce = createContext<string | undefined>(undefined);
