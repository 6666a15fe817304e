import { checkEveryState } from "../support/browser/checked-states";

/** Every state as served: accessibility, validity, titles, buttons (A-1, A-2, A-3, PE-2). */
checkEveryState(false);
