import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { Facts } from "~/components/office/facts";
import { officeMeta } from "~/components/office/office-data";
import { variantWords } from "~/domain/catalogue/size";
import { formatPhone } from "~/domain/values/phone";
import type { RouteHandle } from "~/route-handle";
import { requireStaff } from "~/session/staff.server";
import { getOffice } from "~/shop/shop.server";
import { orderView } from "./order-view";

/** What is packed and where it goes, for printing. */

export const handle = { private: true, search: "closed", office: { see: "orders" } } satisfies RouteHandle;

export async function loader({ request, params: { number = "" } }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "orders");
  const page = await (await getOffice()).orderPage(number);
  if (!page) throw new Response(null, { status: 404 });
  const { events, ...order } = orderView(page, staff.role);
  return { order };
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  officeMeta(matches, `Bon de préparation${data ? ` ${data.order.number}` : ""}`);

export default function PackingSlip() {
  const { order } = useLoaderData<typeof loader>();
  return (
    <div className="office-slip page office-narrow py-4">
      <h1 className="text-2xl">Commande {order.number}</h1>
      <p className="mt-1 text-muted">
        {order.state}, passée le {order.placed}
      </p>
      <ul className="mt-4">
        {order.lines.map((line) => (
          <li key={line.variantId} className="flex items-start gap-3 border-b py-3">
            <span aria-hidden="true" className="mt-1 inline-block size-5 shrink-0 border border-edge" />
            <span className="min-w-0 break-words text-lg">
              <strong>{line.quantity} ×</strong> {line.name}, {variantWords(line)}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <Facts
          of={[
            { label: "Client", value: order.name },
            { label: "Téléphone", value: order.phone && formatPhone(order.phone) },
            { label: "Livraison", value: order.delivery },
            { label: "Point relais", value: order.pickupPoint },
            { label: "Adresse", value: order.address && <span className="break-words">{order.address}</span> },
            { label: "Commune", value: `${order.commune}, ${order.wilaya}` },
            { label: "Remarque", value: order.notes && <span className="break-words">{order.notes}</span> },
            { label: "Suivi", value: order.parcel?.tracking },
            { label: "À encaisser", value: <strong className="tabular-nums">{order.total}</strong> },
          ]}
        />
      </div>
      <p className="mt-6 print:hidden">
        <span className="hint block">Imprimez cette page avec la commande «&nbsp;Imprimer&nbsp;» du navigateur.</span>
        <Link className="link inline-block py-2" to={order.page}>
          Retour à la commande
        </Link>
      </p>
    </div>
  );
}
