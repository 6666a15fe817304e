import type { ShopLocation } from "~/settings.server";

/** The plan's edges around the centre of Oran, in degrees. */
const EDGE = { west: -0.667, east: -0.625, north: 35.7146, south: 35.689 };
const WIDTH = 400;
const HEIGHT = 300;

/** A shop's position on the plan; undefined when it is outside. */
function positionOf({ at }: ShopLocation): { x: number; y: number } | undefined {
  if (!at) return undefined;
  const x = Math.round(((at.longitude - EDGE.west) / (EDGE.east - EDGE.west)) * WIDTH);
  const y = Math.round(((EDGE.north - at.latitude) / (EDGE.north - EDGE.south)) * HEIGHT);
  return x > 10 && x < WIDTH - 10 && y > 10 && y < HEIGHT - 10 ? { x, y } : undefined;
}

/** A drawn plan with the coast, the port and a few streets. */
export function CityPlan({ places }: { places: readonly ShopLocation[] }) {
  const marks = places.flatMap((place, index) => {
    const position = positionOf(place);
    return position ? [{ ...position, name: place.name, number: index + 1 }] : [];
  });
  const named = marks.map(({ number, name }) => `${number}, ${name}`).join("\u00a0; ");
  return (
    <div className="mt-4">
      <svg
        className="w-full rounded border bg-panel"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Plan schématique du centre d'Oran, de Santa Cruz à la gare, la mer au nord${named && `. ${named}`}`}
      >
        <g className="text-line" fill="currentColor">
          <path d="M0 0H400V44C352 40 330 60 284 62L168 76C128 76 108 58 70 54 44 50 24 34 0 32Z" />
        </g>
        <g className="text-edge" fill="none" stroke="currentColor" strokeWidth="2">
          <path d="M150 36 334 26M180 74l-3-20M222 69l-3-18M264 64l-3-17" />
          <path d="M12 96 32 62l20 34" />
        </g>
        <g className="text-ground" fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round">
          <path d="M142 112C190 92 250 92 300 90S370 92 400 84" />
          <path d="M157 132 236 152 306 196 400 232M157 132 262 204 306 236" />
          <path d="M100 300C120 240 130 180 157 132L142 112M236 152 244 94M306 196 322 90M262 204 240 300M306 236 300 300M0 150C60 140 110 140 157 132" />
        </g>
        <g className="text-ground" fill="currentColor">
          <circle cx="157" cy="132" r="9" />
          <rect x="296" y="226" width="28" height="16" rx="2" />
        </g>
        <g className="text-ink" fill="currentColor" fontSize="13">
          <text x="20" y="22">
            Méditerranée
          </text>
          <text x="344" y="32">
            Port
          </text>
          <text x="10" y="114">
            Santa Cruz
          </text>
          <text x="306" y="80">
            Front de mer
          </text>
          <text x="20" y="166">
            Place du 1er Novembre
          </text>
          <text x="330" y="256">
            Gare
          </text>
        </g>
        {marks.map(({ x, y, number }) => (
          <g key={number} transform={`translate(${x} ${y})`}>
            <circle r="13" className="text-accent" fill="currentColor" />
            <text
              y="5.5"
              textAnchor="middle"
              fontSize="16"
              fontWeight="600"
              className="text-on-accent"
              fill="currentColor"
            >
              {number}
            </text>
          </g>
        ))}
      </svg>
      <p className="hint mt-1">Plan schématique, sans échelle</p>
    </div>
  );
}
