import { checkEveryState } from "../support/browser/checked-states";

/** The same once scripts have taken over. */
checkEveryState(true);
