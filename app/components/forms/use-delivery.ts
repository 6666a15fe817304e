import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type DeliveryOffer, type DeliveryView, noOffer } from "~/domain/delivery-view";
import { formatDinars } from "~/domain/money";
import { afterPress } from "./after-press";
import { toastsBeside } from "./toast-beside";

/** Arrow keys run through a closed list: only where they stop is asked for. */
const PAUSE_MS = 150;

export const LOADING_COMMUNES = "Chargement des communes…";
const LOADING_FEES = "Calcul des frais de livraison…";
const NO_COMMUNES = "Impossible de charger les communes";
const NO_FEES = "Impossible de calculer les frais";

/** What is said in place of the communes while there are none. */
export type CommuneState = "none" | "loading" | "late" | "failed";

/** What takes longer than that is said to be loading. */
const SLOW_MS = 1_000;
/** After so long the button is offered as well. */
const LATE_MS = 4_000;

const TO_DOOR = "domicile";

/**
 * Fills in communes, pickup points and fees as the shopper chooses (PE-7). It adds to the form and never stands in its way: what
 * fails is left to the button beside the list, and an answer that came too late is dropped.
 */
export function useDelivery(view: Omit<DeliveryView, "wilayas">, pairs: number, amount: number) {
  const { values } = view;
  const [wilaya, setWilaya] = useState(values.wilaya);
  const [commune, setCommune] = useState(values.commune);
  /** As it is posted: to the door, or a pickup point's. */
  const [way, setWay] = useState(values.mode === "relais" ? `relais-${values.relais}` : TO_DOOR);
  const [offer, setOffer] = useState<DeliveryOffer>(view.offer);
  const [state, setState] = useState<CommuneState>("none");
  const [announcement, setAnnouncement] = useState("");
  const running = useRef<AbortController | undefined>(undefined);
  const wilayaList = useRef<HTMLSelectElement>(null);
  const communeList = useRef<HTMLSelectElement>(null);
  const region = useRef<HTMLParagraphElement>(null);
  const told = useRef("");
  const toasts = useRef<ReturnType<typeof toastsBeside>>();

  /** Says it in the form, and shows it as a toast of that type; without one the last toast goes. */
  const announce = useCallback((words: string, type?: "fee" | "loading" | "error") => {
    if (words === told.current) return;
    told.current = words;
    setAnnouncement(words);
    toasts.current ??= toastsBeside();
    if (type) toasts.current.show(region.current, words, type);
    else toasts.current.clear();
  }, []);

  const load = useCallback(
    async (forWilaya: string, forCommune: string) => {
      running.current?.abort();
      const isListed = () => communeList.current?.disabled === false;
      const slow = setTimeout(() => announce(isListed() ? LOADING_FEES : LOADING_COMMUNES, "loading"), SLOW_MS);
      const late = setTimeout(() => setState("late"), LATE_MS);
      let signal: AbortSignal | undefined;
      try {
        running.current = new AbortController();
        signal = running.current.signal;
        await new Promise((go) => setTimeout(go, PAUSE_MS));
        if (signal.aborted) return;
        const query = new URLSearchParams({
          wilaya: forWilaya,
          commune: forCommune,
          paires: String(pairs),
          montant: String(amount),
        });
        const answer = await fetch(`/livraison?${query}`, { signal, headers: { Accept: "application/json" } });
        if (!answer.ok) throw new Error(String(answer.status));
        const next = (await answer.json()) as DeliveryOffer;
        await afterPress();
        if (signal.aborted) return;
        setOffer((before) => ({ ...next, cle: before.cle || next.cle }));
        setState("none");
        announce(sentence(next), next.isAway ? "error" : next.quote ? "fee" : undefined);
      } catch {
        if (signal?.aborted) return;
        setState("failed");
        announce(
          `${isListed() ? NO_FEES : NO_COMMUNES}. Utilisez le bouton «\u00a0Afficher les communes\u00a0».`,
          "error",
        );
      } finally {
        clearTimeout(slow);
        clearTimeout(late);
      }
    },
    [pairs, amount, announce],
  );

  const chooseWilaya = useCallback(
    (id: string, { commune, way } = { commune: "", way: TO_DOOR }) => {
      setWilaya(id);
      setCommune(commune);
      setWay(way);
      setOffer(({ cle }) => ({ ...noOffer, cle }));
      announce("");
      running.current?.abort();
      setState(id ? "loading" : "none");
      if (id) void load(id, commune);
    },
    [load, announce],
  );

  const chooseCommune = useCallback(
    (id: string) => {
      setCommune(id);
      setWay(TO_DOOR);
      // Two communes may have the same fees: the second ones are said as well.
      announce("");
      setOffer((before) => {
        // Every commune came with its home fee; whether it has a pickup point has to be asked.
        const known = before.communes.find((candidate) => String(candidate.id) === id);
        return { ...before, pickupPoints: [], quote: known?.fee === undefined ? null : { home: known.fee } };
      });
      running.current?.abort();
      if (id && wilaya) void load(wilaya, id);
    },
    [load, wilaya, announce],
  );

  // What was chosen before scripts woke, or was put back by the browser, counts as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, when the island wakes
  useEffect(() => {
    const chosenWilaya = wilayaList.current?.value ?? "";
    const chosenCommune = communeList.current?.value ?? "";
    if (chosenWilaya !== wilaya) {
      const kept = recall();
      chooseWilaya(chosenWilaya, kept?.wilaya === chosenWilaya ? kept : undefined);
    } else if (chosenCommune !== commune) chooseCommune(chosenCommune);
    else setWay(checkedWay(communeList) ?? way);
  }, []);

  useEffect(() => remember({ wilaya, commune, way }), [wilaya, commune, way]);

  // A list that was filled after its commune had been chosen shows that one.
  useEffect(() => {
    const list = communeList.current;
    if (list && commune && offer.communes.length > 0 && list.value !== commune) list.value = commune;
  }, [commune, offer]);

  // Another number of pairs is another parcel, with other fees.
  const known = useRef({ pairs, amount });
  useEffect(() => {
    if (known.current.pairs === pairs && known.current.amount === amount) return;
    known.current = { pairs, amount };
    if (wilaya) void load(wilaya, commune);
  }, [pairs, amount, wilaya, commune, load]);

  useEffect(
    () => () => {
      running.current?.abort();
      toasts.current?.clear();
    },
    [],
  );

  const mode = way === TO_DOOR ? "domicile" : "relais";
  const lists = { wilayaList, communeList };
  return {
    wilaya,
    commune,
    way,
    mode,
    setWay,
    offer,
    state,
    announcement,
    region,
    chooseWilaya,
    chooseCommune,
    /** The button that brings the communes without scripts has to do it. */
    needsButton: state === "late" || state === "failed",
    lists,
  };
}

function checkedWay(list: RefObject<HTMLSelectElement>): string | undefined {
  const way = list.current?.form && new FormData(list.current.form).get("mode");
  return typeof way === "string" ? way : undefined;
}

/** Of one visit to the page: browsers put back what the page was sent with, and communes came later. */
interface Choice {
  wilaya: string;
  commune: string;
  way: string;
}

const KEY = "livraison";

function remember(choice: Choice): void {
  // A browser that keeps nothing throws.
  try {
    history.replaceState({ ...history.state, [KEY]: choice }, "");
  } catch {}
}

const recall = (): Choice | undefined => (history.state as Record<string, Choice> | null)?.[KEY];

/** "12 communes, livraison à partir de 400 DA", as far as that is known, or the fees of the chosen commune. */
function sentence({ communes, quote, isAway }: DeliveryOffer): string {
  if (isAway) return NO_FEES;
  if (quote) {
    const pickup = quote.pickup === undefined ? "" : `, ${formatDinars(quote.pickup)} au point relais`;
    return `Livraison à domicile ${formatDinars(quote.home)}${pickup}`;
  }
  if (communes.length === 0) return "";
  const fees = communes.flatMap(({ fee }) => fee ?? []);
  const from = fees.length > 0 ? `, livraison à partir de ${formatDinars(Math.min(...fees))}` : "";
  return `${communes.length} communes${from}`;
}
