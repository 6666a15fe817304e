import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type DeliveryOffer, type DeliveryView, noOffer, offerLine } from "~/domain/delivery/delivery-view";
import { wayIn, wayOf } from "~/domain/delivery/way";
import { untilPressEnds } from "~/islands/until-press-ends";
import { quietly } from "../ui/may-fail";
import { fieldValue } from "./field-value";

/** Arrow keys run through a closed list: only the choice where they stop is fetched. */
const PAUSE_MS = 150;

export const LOADING_COMMUNES = "Chargement des communes…";
const LOADING_FEES = "Calcul des frais de livraison…";
const NO_COMMUNES = "Impossible de charger les communes";
const NO_FEES = "Impossible de calculer les frais";

/** Why the list of communes is empty. */
export type CommuneState = "none" | "loading" | "late" | "failed";

/** After so long a message says that it is loading. */
const SLOW_MS = 1_000;
/** After so long the button is offered as well. */
const LATE_MS = 4_000;

/**
 * Fills in communes, pickup points and fees as the shopper chooses (PE-7). When that fails, the
 * button beside the list does it; an answer that a newer choice has overtaken is dropped.
 */
export function useDelivery(view: Omit<DeliveryView, "wilayas">, pairs: number, amount: number) {
  const { values } = view;
  const [wilaya, setWilaya] = useState(values.wilaya);
  const [commune, setCommune] = useState(values.commune);
  /** As it was chosen, also where the chosen commune does not have it. */
  const [way, setWay] = useState(wayOf(values));
  const [offer, setOffer] = useState<DeliveryOffer>(view.offer);
  const [state, setState] = useState<CommuneState>("none");
  const [announcement, setAnnouncement] = useState(view.line ?? offerLine(view.offer));
  const running = useRef<AbortController | undefined>(undefined);
  /** Whether the last answer that was asked for has not come. */
  const isUnanswered = useRef(false);
  const wilayaList = useRef<HTMLSelectElement>(null);
  const communeList = useRef<HTMLSelectElement>(null);
  const announced = useRef(announcement);
  /** Removes the last toast. */
  const endToast = useRef<Promise<() => void>>();

  /** Shows a text in the live region, and as a toast in place of the last; without a type alone. */
  const announce = useCallback((text: string, type?: "fee" | "loading" | "error") => {
    if (text === announced.current) return;
    announced.current = text;
    setAnnouncement(text);
    endToast.current?.then((end) => end());
    endToast.current =
      type &&
      import("../layout/toast").then(
        ({ toastBeside }) => toastBeside(text, type),
        () => () => undefined,
      );
  }, []);

  const load = useCallback(
    async (forWilaya: string, forCommune: string, isAsked = true) => {
      // Nobody has asked about a wilaya that the shop remembered by itself.
      const tell = isAsked ? announce : () => undefined;
      running.current?.abort();
      isUnanswered.current = true;
      const isListed = () => communeList.current?.disabled === false;
      const slow = setTimeout(() => tell(isListed() ? LOADING_FEES : LOADING_COMMUNES, "loading"), SLOW_MS);
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
        await untilPressEnds();
        if (signal.aborted) return;
        isUnanswered.current = false;
        setOffer((before) => ({ ...next, cle: before.cle || next.cle }));
        setState("none");
        tell(next.isAway ? NO_FEES : offerLine(next), next.isAway ? "error" : next.quote ? "fee" : undefined);
      } catch {
        if (signal?.aborted) return;
        setState("failed");
        tell(`${isListed() ? NO_FEES : NO_COMMUNES}. Utilisez le bouton «\u00a0Afficher les communes\u00a0».`, "error");
      } finally {
        clearTimeout(slow);
        clearTimeout(late);
      }
    },
    [pairs, amount, announce],
  );

  const chooseWilaya = useCallback(
    (id: string, { commune, way }: Partial<Choice> = {}, isAsked = true) => {
      setWilaya(id);
      setCommune(commune ?? "");
      if (way) setWay(way);
      setOffer(({ cle }) => ({ ...noOffer, cle }));
      announce("");
      running.current?.abort();
      isUnanswered.current = false;
      setState(id ? "loading" : "none");
      if (id) void load(id, commune ?? "", isAsked);
    },
    [load, announce],
  );

  const chooseCommune = useCallback(
    (id: string, way?: string) => {
      setCommune(id);
      if (way) setWay(way);
      // Two communes may have the same fees, and the second ones are announced as well.
      announce("");
      setOffer((before) => {
        // The list has each commune's home fee; its pickup points have to be fetched.
        const commune = before.communes.find((candidate) => String(candidate.id) === id);
        return { ...before, pickupPoints: [], quote: commune?.fee === undefined ? null : { home: commune.fee } };
      });
      running.current?.abort();
      isUnanswered.current = false;
      if (id && wilaya) void load(wilaya, id);
    },
    [load, wilaya, announce],
  );

  // Takes over what was chosen before the island woke, or was restored by the browser.
  const takeOver = (isBack = false) => {
    const list = wilayaList.current;
    const chosenWilaya = list?.value.trim() ?? "";
    const chosenCommune = communeList.current?.value ?? "";
    const remembered = recall();
    if (chosenWilaya !== wilaya) {
      const isRemembered = list?.selectedOptions[0]?.defaultSelected;
      chooseWilaya(chosenWilaya, remembered?.wilaya === chosenWilaya ? remembered : undefined, !isRemembered);
      return;
    }
    const isListed = communeList.current?.disabled === false;
    if (isListed && chosenCommune !== commune)
      chooseCommune(chosenCommune, remembered?.commune === chosenCommune ? remembered.way : checkedWay(communeList));
    else if (isBack && isUnanswered.current) void load(wilaya, commune);
    else if (isListed) setWay(checkedWay(communeList) ?? way);
  };
  const latest = useRef(takeOver);
  latest.current = takeOver;
  useEffect(() => {
    latest.current();
    // A request ends when its page is left, and the page may come back as it was.
    const onShow = ({ persisted }: PageTransitionEvent) => latest.current(persisted);
    const onLine = () => latest.current(true);
    addEventListener("pageshow", onShow);
    addEventListener("online", onLine);
    return () => {
      removeEventListener("pageshow", onShow);
      removeEventListener("online", onLine);
    };
  }, []);

  // Until what the page shows is taken over, nothing is chosen that could replace what was kept.
  useEffect(() => {
    if (wilayaList.current?.value.trim() === wilaya) remember({ wilaya, commune, way });
  }, [wilaya, commune, way]);

  // A list that was filled after its commune had been chosen selects that commune.
  useEffect(() => {
    const list = communeList.current;
    if (list && commune && offer.communes.length > 0 && list.value !== commune) list.value = commune;
  }, [commune, offer]);

  // Another number of pairs has other fees.
  const priced = useRef({ pairs, amount });
  useEffect(() => {
    if (priced.current.pairs === pairs && priced.current.amount === amount) return;
    priced.current = { pairs, amount };
    if (wilaya) void load(wilaya, commune);
  }, [pairs, amount, wilaya, commune, load]);

  useEffect(
    () => () => {
      running.current?.abort();
      endToast.current?.then((end) => end());
    },
    [],
  );

  return {
    wilayaList,
    communeList,
    wilaya,
    commune,
    way,
    /** The radio that is ticked, see `wayIn`. */
    ticked: wayIn(way, offer),
    setWay,
    offer,
    state,
    announcement,
    chooseWilaya,
    chooseCommune,
    /** Whether 'Afficher les communes' is shown although scripts run. */
    needsButton: state === "late" || state === "failed",
  };
}

function checkedWay(list: RefObject<HTMLSelectElement>): string | undefined {
  return (list.current?.form && fieldValue(list.current.form, "mode")) || undefined;
}

/** Kept in the history entry, since browsers cannot restore a commune that was loaded later. */
interface Choice {
  wilaya: string;
  commune: string;
  way: string;
}

const KEY = "livraison";

function remember(choice: Choice): void {
  // A browser that keeps nothing throws.
  quietly(() => history.replaceState({ ...history.state, [KEY]: choice }, ""));
}

const recall = (): Choice | undefined => (history.state as Record<string, Choice> | null)?.[KEY];
