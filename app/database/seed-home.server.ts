import type { StoredSection } from "~/domain/content/section";
import type { Database } from "./connection.server";
import homeJson from "./demo/home.json";
import { insertOnce } from "./insert-once";
import { runOnce } from "./one-time-tasks.server";
import type { HomeSectionTable } from "./schema/catalogue";

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

export const homeSectionRow = ({ content, ...section }: StoredSection, position: number): HomeSectionTable => ({
  ...section,
  enabled: 1,
  position,
  content: JSON.stringify(content ?? {}),
});

/**
 * Seeds the home page, also into shops that were filled before it existed.
 * @returns whether this call did it
 */
export function seedHomeOnce(database: Database): Promise<boolean> {
  return runOnce(database, "home", async (transaction) => {
    for (const [position, section] of demoHome.entries()) {
      const row = homeSectionRow({ subtitle: "", description: "", ...section }, position);
      await insertOnce(transaction, "home_sections", row);
    }
  });
}
