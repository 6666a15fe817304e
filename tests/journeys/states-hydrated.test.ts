import { judgeEveryState } from "../support/judged-states";

/** The same once scripts have taken over. */
judgeEveryState(true);
