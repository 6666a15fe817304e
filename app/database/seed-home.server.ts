import type { Database } from "./connection.server";
import homeJson from "./demo/home.json";
import { runOnce } from "./one-time-tasks.server";

/** The home page of a new shop, in the order of its sections. */
export const demoHome: readonly DemoSection[] = homeJson;

interface DemoSection {
  id: string;
  type: string;
  title: string;
  subtitle?: string;
  description?: string;
  content: object;
}

/**
 * Seeds the home page, also into shops that were filled before it existed.
 * @returns whether this call did it
 */
export function seedHomeOnce(database: Database): Promise<boolean> {
  return runOnce(database, "home", async (transaction) => {
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
  });
}
