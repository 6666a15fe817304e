import { fakeApi } from "../fakes/fake-api";
import { sectionSevenApi } from "../fakes/section-seven-api";

/** Both kinds of another shop's API; what holds for one only is declared in a test of its own. */
export const apiKinds = [
  ["an API like this shop's", () => fakeApi()],
  ["an API that keeps to section 7", () => sectionSevenApi()],
] as const;
