import type { ContentService } from "../services/content";
import type { Context } from "./context";

export function contentService({ database: { db } }: Context): ContentService {
  return {
    async homeSections() {
      const rows = await db
        .selectFrom("home_sections")
        .selectAll()
        .where("enabled", "=", 1)
        .orderBy("position")
        .orderBy("id")
        .execute();
      return rows.map(({ enabled, position, ...section }) => ({ ...section, content: parsed(section.content) }));
    },
  };
}

/** Unreadable content gives a section with its defaults rather than a broken home page. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
