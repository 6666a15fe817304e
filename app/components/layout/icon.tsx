/** The heart of favourites, within 24 × 24. */
export const HEART = "M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z";

/** @param shape path within 24 × 24 */
export function Icon({ shape, fill = "none" }: { shape: string; fill?: string }) {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill={fill}
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  );
}
