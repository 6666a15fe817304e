import { checkEveryState } from "../support/checked-states";

/** Every page and state as served, without scripts: barriers, validity, title, and a button for each form (A-1, A-2, A-3, PE-2). */
checkEveryState(false);
