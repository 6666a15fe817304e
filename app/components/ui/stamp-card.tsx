import { isToConfirm, type LoyaltyCard, STAMPS, stampsText } from "~/domain/account/loyalty";
import { formatDinars } from "~/domain/values/money";

/** The clog of the favicon, as a stamp. */
const SHOE =
  "M1 22h30.6c.2 2.4-1.6 4-3.9 4H4c-1.8 0-3-1.2-3-3zM1 14.5c.1-1.1 1.5-1.3 2.2-.6 1.8 1.9 3.8 2.9 6 3.2.3-4.9 2-8.9 4.9-11.7.6-.5 1.3-.5 1.9-.1 1.6 1.4 3.5 2.4 5.8 3.2 6 2.1 9.6 5.1 10 11.5H2c-.6 0-1-.4-1-1z";
/** Rotation of each stamp in degrees, as if set by hand. */
const tilts = [-8, 5, -3, 9, -6, 4];

/** A visitor's card with its stamps in words; without `card`, a full one as an example. */
export function StampCard({ card }: { card?: LoyaltyCard }) {
  if (!card) return <Drawing stamps={STAMPS} label={EXAMPLE} />;
  return (
    <>
      <Drawing stamps={card.stamps} />
      <p className="mt-3">
        {stampsText(card)}.{" "}
        {isToConfirm(card)
          ? TO_CONFIRM
          : card.worth === undefined
            ? "Chaque paire livrée en ajoute un."
            : `Votre carte est pleine\u00a0: la moins chère de vos sept paires est offerte sur votre prochaine commande passée par le panier, dans la limite de ${formatDinars(card.worth)}.`}
      </p>
    </>
  );
}

const TO_CONFIRM =
  "Votre carte est pleine\u00a0: confirmez d'abord votre adresse e-mail, depuis votre compte, et la moins chère de vos sept paires est offerte.";
const EXAMPLE = "Carte de fidélité\u00a0: six cases tamponnées d'un sabot, la septième marquée Offerte";

/** @param label absent where the text beside it says the same */
function Drawing({ stamps, label }: { stamps: number; label?: string }) {
  return (
    <svg
      className="w-full rounded border bg-panel text-ink"
      viewBox="0 0 340 200"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <text x="20" y="36" className="font-display" fontSize="20" fill="currentColor">
        Wahrane
      </text>
      <text x="320" y="35" textAnchor="end" fontSize="11" fill="currentColor">
        Carte de fidélité
      </text>
      <g className="text-accent" fill="currentColor">
        {tilts.map((tilt, index) => {
          const x = 46 + (index % 4) * 82;
          const y = index < 4 ? 86 : 152;
          return (
            <g key={tilt} transform={`translate(${x} ${y})`}>
              <circle r="27" fill="none" stroke="currentColor" strokeOpacity="0.35" />
              {index < stamps && <path d={SHOE} transform={`rotate(${tilt}) translate(-20 -20) scale(1.25)`} />}
            </g>
          );
        })}
      </g>
      <g className="text-accent">
        <rect x="183" y="125" width="137" height="54" rx="27" fill="currentColor" />
        <text
          x="251.5"
          y="158"
          textAnchor="middle"
          fontSize="17"
          fontWeight="600"
          className="text-on-accent"
          fill="currentColor"
        >
          7ᵉ offerte
        </text>
      </g>
    </svg>
  );
}
