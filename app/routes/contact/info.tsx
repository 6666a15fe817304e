import { OurShops, useHasWays, WaysToReach } from "~/components/ui/contact-links";
import { PhoneLink } from "~/components/ui/phone-link";
import { Section } from "~/components/ui/section";
import type { Seller, ShopLocation } from "~/settings.server";
import { CityPlan } from "./city-plan";

/** The other ways to reach the shop, and its places. */
export function Info({ locations }: Pick<Seller, "locations">) {
  return (
    <>
      {useHasWays() && (
        <Section title="Nous joindre" id="joindre">
          <WaysToReach />
        </Section>
      )}
      {locations.length > 0 && <Shops places={locations} />}
    </>
  );
}

function Shops({ places }: { places: Seller["locations"] }) {
  return (
    <Section title={<OurShops count={places.length} />} id="boutiques" className="mt-8">
      <CityPlan places={places} />
      <ol className="mt-4 space-y-4">
        {places.map(({ name, address, phone, at }, index) => (
          <li key={`${name} ${address}`}>
            <h3 className="text-lg">
              {index + 1}. {name}
            </h3>
            <p>
              {address}
              {phone && (
                <>
                  {" · "}
                  <PhoneLink phone={phone} isInText />
                </>
              )}
            </p>
            <p>
              <a
                className="link inline-block py-1"
                href={at ? placeOnMap(at) : searchOnMap(address)}
                rel="noopener"
                data-map={at && frameOfMap(at)}
                data-title={at && `Carte\u00a0: ${name}`}
              >
                {at ? "Ouvrir la carte" : "Chercher sur la carte"}
                <span className="sr-only"> ({name})</span>
              </a>
            </p>
          </li>
        ))}
      </ol>
      <p className="hint mt-4">
        La carte est celle d'OpenStreetMap. Rien n'en est chargé tant que vous ne l'ouvrez pas.
      </p>
    </Section>
  );
}

type Coordinates = NonNullable<ShopLocation["at"]>;

const MAP = "https://www.openstreetmap.org";

const searchOnMap = (address: string) => `${MAP}/search?query=${encodeURIComponent(address)}`;

const placeOnMap = ({ latitude, longitude }: Coordinates) =>
  `${MAP}/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;

/** OpenStreetMap's page for frames, with some 500 m around. */
function frameOfMap({ latitude, longitude }: Coordinates): string {
  const box = [longitude - 0.004, latitude - 0.0025, longitude + 0.004, latitude + 0.0025];
  const [bbox, marker] = [box.map((degrees) => degrees.toFixed(5)).join(","), `${latitude},${longitude}`];
  return `${MAP}/export/embed.html?${new URLSearchParams({ bbox, layer: "mapnik", marker })}`;
}
