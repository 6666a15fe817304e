import type { ReactNode } from "react";

/** `calm`: nothing to do; `next`: somebody waits; `good`: done; `bad`: went wrong. */
export type Tone = "calm" | "next" | "good" | "bad";

const looks: Record<Tone, string> = {
  calm: "border-edge",
  next: "border-accent font-semibold",
  good: "border-success bg-success-ground",
  bad: "border-error bg-error-ground",
};

/** The state of an order, parcel or person, always in words. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`inline-block border px-2 text-sm md:whitespace-nowrap ${looks[tone]}`}>{children}</span>;
}
