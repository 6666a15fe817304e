import { imageAddress, pictureAt } from "~/domain/catalogue/image-address";
import { DAY, HOUR } from "~/domain/values/durations";
import { type FetchBounds, fetchPicture, internet, PictureProblem, usualBounds } from "~/pictures/fetch.server";
import { importedName, isStored, lackOfRoom, pictureName, sourceOf } from "~/pictures/image-store.server";

/** The API's pictures, copied here since pages load nothing from other hosts. */
export interface Pictures {
  /**
   * @param named the picture's address in an answer
   * @param wanted collects its absolute address when the picture should be fetched
   * @returns this shop's source; undefined while it has none
   */
  srcOf(named: string, wanted?: Set<string>): string | undefined;
  /**
   * Fetches wanted pictures one at a time, to leave resources to the shop; returns after a while
   * when some have arrived.
   * @returns this shop's sources of those
   * @throws when none can be stored
   */
  fetch(wanted: ReadonlySet<string>, signal: AbortSignal): Promise<Set<string>>;
}

export interface PicturesOptions {
  /** The API's address; unlike other hosts it may be in the local network. */
  host: string;
  dataDir: string;
  now: () => Date;
  bounds?: FetchBounds | undefined;
  /** Bytes of the disk to leave free for orders. */
  spare?: number | undefined;
}

/** Milliseconds after which `fetch` returns what has arrived. */
const ROUND = 10_000;
const PAUSE = 50;
/** After so many without an answer in a row the host counts as away. */
const UNANSWERED = 3;
const LONGEST = 2_000;

export function openPictures({ host, dataDir, now, bounds = usualBounds, spare }: PicturesOptions): Pictures {
  const { origin } = new URL(host);
  const network = { ...internet, own: origin };
  const stored = new Set<string>();
  /** When to ask again: a day after no valid picture, an hour after no answer. */
  const failed = new Map<string, number>();

  const has = (name: string) => {
    if (!stored.has(name) && isStored(dataDir, name)) stored.add(name);
    return stored.has(name);
  };

  async function store(address: string): Promise<string> {
    const name = pictureName(address);
    // Another process may have stored it.
    if (has(name)) return name;
    // Loads the image library only when it is needed.
    const { convertPicture } = await import("~/pictures/convert.server");
    await convertPicture(await fetchPicture(address, network, bounds), dataDir, name);
    stored.add(name);
    return name;
  }

  return {
    srcOf(named, wanted) {
      const address = imageAddress(named, origin);
      if (address === undefined || address.length > LONGEST) return undefined;
      const source = pictureAt(address);
      // Imported pictures of a shop like this one are here only if both imported them.
      const imported = importedName(source ?? "");
      if (source !== undefined && (imported === undefined || has(imported))) return source;
      if (!URL.canParse(address)) return undefined;
      const { href } = new URL(address);
      const name = pictureName(href);
      if (has(name)) return sourceOf(name);
      if ((failed.get(href) ?? 0) <= now().getTime()) wanted?.add(href);
      return undefined;
    },

    async fetch(wanted, signal) {
      const arrived = new Set<string>();
      if (wanted.size === 0) return arrived;
      for (const [address, until] of failed) if (until <= now().getTime()) failed.delete(address);
      const lack = await lackOfRoom(dataDir, spare);
      if (lack) throw new Error(lack);
      const end = performance.now() + ROUND;
      let unanswered = 0;
      for (const address of wanted) {
        if (signal.aborted || unanswered === UNANSWERED || (arrived.size > 0 && performance.now() > end)) break;
        try {
          arrived.add(sourceOf(await store(address)));
          unanswered = 0;
        } catch (error) {
          if (!(error instanceof PictureProblem)) throw error;
          failed.set(address, now().getTime() + (error.isUnanswered ? HOUR : DAY));
          unanswered = error.isUnanswered ? unanswered + 1 : 0;
          // The query is not logged: it may contain a key.
          const { origin, pathname } = new URL(address);
          console.error("Image de l'API, %s%s\u00a0: %s", origin, pathname, error.message);
        }
        await pause();
      }
      return arrived;
    },
  };
}

/** `unref`, so that it does not delay the end of the process. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE).unref());
