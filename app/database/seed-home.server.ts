import type { Database } from "./connection.server";
import homeJson from "./demo/home.json";

/** The home page that a shop begins with, in the order of its sections. */
export const demoHome: readonly DemoSection[] = homeJson;

interface DemoSection {
  id: string;
  type: string;
  title: string;
  subtitle?: string;
  description?: string;
  content: object;
}

const MARK = "home";

/**
 * Gives a shop its home page, once: also one whose catalogue was filled before there was any. Its mark stands for it
 * afterwards, so that a merchant who empties the page does not find it full again.
 * @returns whether this call did it
 */
export async function seedHomeOnce({ db }: Database, now: Date = new Date()): Promise<boolean> {
  if (await db.selectFrom("marks").select("name").where("name", "=", MARK).executeTakeFirst()) return false;
  return db.transaction().execute(async (transaction) => {
    const marked = await transaction
      .insertInto("marks")
      .values({ name: MARK, made_at: now.getTime() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (marked.numInsertedOrUpdatedRows !== 1n) return false;
    const sections = demoHome.map(({ id, type, title, subtitle = "", description = "", content }, position) => ({
      id,
      type,
      title,
      subtitle,
      description,
      enabled: 1,
      position,
      content: JSON.stringify(content),
    }));
    await transaction
      .insertInto("home_sections")
      .values(sections)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}
