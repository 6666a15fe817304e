import { DAY } from "~/domain/values/durations";
import type { StaffService } from "../../services/staff";
import type { Context } from "../context";
import { staffLinks } from "./staff-links.server";
import { staffSecurity } from "./staff-security.server";
import { staffSessions } from "./staff-sessions.server";
import { staffSignIn } from "./staff-sign-in.server";
import { staffTeam } from "./staff-team.server";

export function staffService(context: Context): StaffService {
  const { database, now } = context;
  const sessions = staffSessions(context);
  return {
    ...staffSignIn(context),
    ...staffLinks(context),
    ...staffTeam(context),
    ...staffSecurity(context),

    async forget() {
      await database.transact(async (transaction) => {
        await sessions.forget(transaction);
        for (const table of ["staff_links", "staff_challenges"] as const)
          await transaction.deleteFrom(table).where("expires_at", "<=", now().getTime()).execute();
        await transaction
          .deleteFrom("order_presence")
          .where("seen_at", "<=", now().getTime() - DAY)
          .execute();
      });
    },
  };
}
