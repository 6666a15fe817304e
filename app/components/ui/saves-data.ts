import { createContext, useContext } from "react";

/** Whether the browser asks for less data (Save-Data): pictures are small, scenes are left out. */
export const SavesData = createContext(false);

export const useSavesData = (): boolean => useContext(SavesData);
