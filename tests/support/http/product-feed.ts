import { SaxesParser } from "saxes";

/** A product feed as Google reads it: a strict XML parser, and only names of its namespace. */

const GOOGLE = "http://base.google.com/ns/1.0";

/** Values of each field in the order of the document. */
export type FeedItem = Record<string, string[]>;

interface Feed {
  /** Of the channel, without its items. */
  channel: Record<string, string>;
  items: FeedItem[];
}

/** @throws where it is not well-formed, or has what RSS and Google's fields do not have */
export function readFeed(xml: string): Feed {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const channel: Feed["channel"] = {};
  const items: FeedItem[] = [];
  const path: string[] = [];
  let text = "";
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ local, uri }) => {
    path.push(local);
    text = "";
    const place = path.join("/");
    if (place === "rss/channel/item") items.push({});
    const isField = path.length === 4 && path[2] === "item";
    if (uri !== (isField ? GOOGLE : "")) throw new Error(`${place} is of the namespace "${uri}".`);
  });
  parser.on("text", (part) => {
    text += part;
  });
  parser.on("closetag", ({ local }) => {
    const item = items.at(-1);
    if (path.length === 4 && item) {
      item[local] ??= [];
      item[local]?.push(text);
    } else if (path.length === 3 && local !== "item") channel[local] = text;
    path.pop();
  });
  parser.write(xml).close();
  return { channel, items };
}
