import { judgeEveryState } from "../support/judged-states";

judgeEveryState(false);
