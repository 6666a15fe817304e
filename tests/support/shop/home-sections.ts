import type { RunningShop } from "./shop-server";
import { inDatabase, rowsIn } from "./stored";

/** The home page's content in a shop on SQLite. */

type OnDisk = Pick<RunningShop, "dataDir">;

interface Row {
  id: string;
  type: string;
  title: string;
  subtitle: string;
  description: string;
  enabled: number;
  position: number;
  content: string;
}

export const homeSections = (shop: OnDisk): Row[] => rowsIn<Row>(shop, "select * from home_sections");

type Section = Partial<Omit<Row, "content">> & { type: string; content?: unknown };

/** Replaces all sections. What one does not say is empty. */
export function setHomeSections(shop: OnDisk, sections: readonly Section[]): void {
  inDatabase(shop, (database) => {
    database.exec("delete from home_sections");
    const insert = database.prepare(
      `insert into home_sections (id, type, title, subtitle, description, enabled, position, content)
         values (@id, @type, @title, @subtitle, @description, @enabled, @position, @content)`,
    );
    for (const [position, { content = {}, ...section }] of sections.entries()) {
      const text = typeof content === "string" ? content : JSON.stringify(content);
      const usual = { id: `s${position}`, title: "", subtitle: "", description: "", enabled: 1, position };
      insert.run({ ...usual, ...section, content: text });
    }
  });
}
