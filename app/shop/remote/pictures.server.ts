import { mkdir, statfs } from "node:fs/promises";
import { imageAddress, pictureAt } from "~/domain/image-address";
import { type FetchBounds, fetchPicture, internet, PictureProblem, usualBounds } from "~/pictures/fetch.server";
import { importedName, isThere, nameOf, sourceOf } from "~/pictures/image-store.server";

/**
 * Pictures that an API names, in this shop's own image store: browsers ask nobody else for them (P-7). What is not there yet is wanted,
 * and is fetched in the background; nobody waits for it.
 */
export interface Pictures {
  /**
   * @param named as it stands in an answer
   * @param wanted is told the address when the picture is worth fetching
   * @returns what this shop calls it; undefined when it has none of it
   */
  srcOf(named: string, wanted?: Set<string>): string | undefined;
  /**
   * Fetches what is wanted, one after the other: the shop sells meanwhile. Comes back when some are there and a while has passed.
   *
   * @returns what this shop calls those that are there now
   * @throws when none can be kept
   */
  fetch(wanted: ReadonlySet<string>, signal: AbortSignal): Promise<Set<string>>;
}

export interface PicturesOptions {
  /** Of the API: it may be on the own network, others that its answers name may not. */
  host: string;
  dataDir: string;
  now: () => Date;
  bounds?: FetchBounds | undefined;
  /** Bytes of the disk that are left to the orders. */
  spare?: number | undefined;
}

/** What came is named after so long, in milliseconds. */
const ROUND = 10_000;
const PAUSE = 50;
const HOUR = 60 * 60 * 1000;
/** How long what is no picture is not asked for again; what was not answered may be there sooner. */
const DAY = 24 * HOUR;
/** So many without an answer in a row: who has the others is away as well. */
const UNANSWERED = 3;
const SPARE = 1_000_000_000;
const LONGEST = 2_000;

export function openPictures({ host, dataDir, now, bounds = usualBounds, spare = SPARE }: PicturesOptions): Pictures {
  const { origin } = new URL(host);
  const network = { ...internet, own: origin };
  const kept = new Set<string>();
  const failed = new Map<string, number>();

  const has = (name: string) => {
    if (!kept.has(name) && isThere(dataDir, name)) kept.add(name);
    return kept.has(name);
  };

  async function takeIn(address: string): Promise<string> {
    const name = nameOf(address);
    // Another process may have been first.
    if (has(name)) return name;
    // Only who takes pictures in loads what they are made with.
    const { convertPicture } = await import("~/pictures/convert.server");
    await convertPicture(await fetchPicture(address, network, bounds), dataDir, name);
    kept.add(name);
    return name;
  }

  return {
    srcOf(named, wanted) {
      const address = imageAddress(named, origin);
      if (address === undefined || address.length > LONGEST) return undefined;
      const own = pictureAt(address);
      // Those that a shop like this one imported are that shop's, unless both have them from the same place.
      const imported = importedName(own ?? "");
      if (own !== undefined && (imported === undefined || has(imported))) return own;
      if (!URL.canParse(address)) return undefined;
      const { href } = new URL(address);
      const name = nameOf(href);
      if (has(name)) return sourceOf(name);
      if ((failed.get(href) ?? 0) <= now().getTime()) wanted?.add(href);
      return undefined;
    },

    async fetch(wanted, signal) {
      const arrived = new Set<string>();
      if (wanted.size === 0) return arrived;
      for (const [address, until] of failed) if (until <= now().getTime()) failed.delete(address);
      // A full disk would keep orders out.
      await mkdir(dataDir, { recursive: true });
      const { bavail, bsize } = await statfs(dataDir);
      if (bavail * bsize < spare) throw new Error("le disque de DATA_DIR est presque plein");
      const end = performance.now() + ROUND;
      let unanswered = 0;
      for (const address of wanted) {
        if (signal.aborted || unanswered === UNANSWERED || (arrived.size > 0 && performance.now() > end)) break;
        try {
          arrived.add(sourceOf(await takeIn(address)));
          unanswered = 0;
        } catch (error) {
          if (!(error instanceof PictureProblem)) throw error;
          failed.set(address, now().getTime() + (error.isUnanswered ? HOUR : DAY));
          unanswered = error.isUnanswered ? unanswered + 1 : 0;
          // What stands behind a question mark may be somebody's key.
          const { origin, pathname } = new URL(address);
          console.error("Image de l'API, %s%s\u00a0: %s", origin, pathname, error.message);
        }
        await pause();
      }
      return arrived;
    },
  };
}

/** It keeps no process that is told to end. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE).unref());
