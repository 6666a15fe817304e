import { Outlet } from "@remix-run/react";

/** Around every page of the back office. */
export default function OfficeLayout() {
  return (
    <main id="contenu">
      <Outlet />
    </main>
  );
}
