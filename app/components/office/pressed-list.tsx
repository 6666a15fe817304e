import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useAfterPress } from "./after-press";

/** A list whose items leave it when they are pressed; after each answer it settles again. */
export function PressedList({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ul key={key} className={useAfterPress()}>
      {children}
    </ul>
  );
}
