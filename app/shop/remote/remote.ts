import type { Context } from "../local/context";
import type { CatalogueSync } from "./catalogue-sync.server";
import type { RemoteCourier } from "./courier.server";
import type { GuestRequest } from "./guest.server";
import type { Api } from "./http.server";
import type { Unsettled } from "./unsettled.server";

/** What the services of a shop on another shop's API work with. */
export interface Remote {
  context: Context;
  api: Api;
  sync: CatalogueSync;
  courier: RemoteCourier;
  requestAsGuest: GuestRequest;
  unsettled: Unsettled;
}
