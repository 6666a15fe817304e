import type { Ability } from "~/domain/office/role";
import { requireStaff } from "~/session/staff.server";
import { getOffice } from "~/shop/shop.server";

/** Who asks, and the office for them; as `requireStaff` first in each loader and action. */
export const openOffice = async (request: Request, ability?: Ability) => ({
  ...(await requireStaff(request, ability)),
  office: await getOffice(),
});
