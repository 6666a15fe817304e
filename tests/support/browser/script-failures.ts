import { covering } from "../setup/sweeps";
import { type Failure, failures } from "../shop/failures";

/** How a script fails: one that answers 503 or HTML fails at once, as one that is cut off. */
export const scriptFailures = covering(Object.keys(failures) as Failure[], ["is cut off", "never answers"]);
