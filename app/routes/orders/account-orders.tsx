import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { orderNumberField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { AccountFrame } from "~/components/layout/account-frame";
import { useLayoutData } from "~/components/layout/layout-data";
import { pageMeta } from "~/components/layout/page-meta";
import { listedOrder, listedUnsettled } from "~/components/orders/listed-order";
import { OrderList } from "~/components/orders/order-list";
import { UnsettledList } from "~/components/orders/unsettled-list";
import { EmptyState } from "~/components/ui/empty-state";
import { TallLink, TextLink } from "~/components/ui/links";
import { Section } from "~/components/ui/section";
import { attachForm } from "~/domain/account/account-forms";
import { formatPhone } from "~/domain/values/phone";
import { readForm } from "~/forms/form.server";
import { type FormView, parseForm, withErrors } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { currentRequest } from "~/request-context.server";
import { redirectWithSuccess } from "~/session/flash.server";
import { requireAccount } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { hasOwnNumbers, tooManyGuesses } from "./own-order.server";
import { reviewPages } from "./reviewer.server";

const SIZE = 20;

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, phone } = await requireAccount(request);
  const pageText = new URL(request.url).searchParams.get("page") ?? "";
  const page = /^[1-9]\d{0,3}$/.test(pageText) ? Number(pageText) : 1;
  const { orders: service } = await getShop();
  const unsettled = await service.unsettledOf(id);
  const { orders, total } = await service.ofAccount(id, { page, size: SIZE });
  const reviewed = await reviewPages(orders);
  return {
    orders: orders.map((order) => ({ ...listedOrder(order), review: reviewed.get(order.id) })),
    unsettled: unsettled.map(listedUnsettled),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / SIZE)),
    phone: phone && formatPhone(phone),
    isOwn: hasOwnNumbers(),
  };
}

type Refused = FormView<"numero">;

/** Adds an order placed without the account; number and phone prove whose it is, as at /suivi. */
export async function action({ request }: ActionFunctionArgs) {
  const { id, phone } = await requireAccount(request);
  const { value, ...view } = parseForm(await readForm(request), attachForm(hasOwnNumbers()));
  if (!value) return refusal<Refused>(view);
  if (phone === "")
    return refusal<Refused>({
      ...view,
      intro: "Ajoutez d'abord à votre profil le téléphone avec lequel la commande a été passée.",
    });
  const order = await (await getShop()).orders.attach(value.numero, phone, id, currentRequest()?.address);
  if (order === "limited") return refusal<Refused>({ ...view, intro: tooManyGuesses() }, 429);
  if (order !== "unknown")
    return redirectWithSuccess("/account/orders", `La commande n°\u00a0${order.number} est dans votre compte.`);
  return refusal<Refused>({
    ...withErrors(view, "ajout", { numero: "Commande non trouvée" }),
    intro: "Vérifiez le numéro, et que le téléphone de votre profil est celui de la commande.",
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Mes commandes${data?.total ? ` (${data.total})` : ""}${data && data.page > 1 ? ` – page ${data.page}` : ""}`,
    description: "Toutes vos commandes.",
  });

export default function Orders() {
  const { orders, unsettled, total, page, pages, phone, isOwn } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { hasCard } = useLayoutData() ?? {};
  return (
    <AccountFrame current="/account/orders" refused={refused}>
      <h1 className="text-2xl">Mes commandes{total > 0 && <span className="sr-only"> ({total})</span>}</h1>
      <UnsettledList orders={unsettled} />
      {orders.length === 0 ? (
        <EmptyState
          title={total === 0 ? "Aucune commande" : "Aucune commande sur cette page"}
          text="Vos commandes apparaissent ici dès que vous les passez."
        />
      ) : (
        <OrderList orders={orders} />
      )}
      {pages > 1 && (
        <nav aria-label="Pages" className="mt-4 flex flex-wrap gap-x-6">
          {page > 1 && (
            <TallLink href={page === 2 ? "/account/orders" : `?page=${page - 1}`} rel="prev">
              Commandes plus récentes
            </TallLink>
          )}
          {page < pages && (
            <TallLink href={`?page=${page + 1}`} rel="next">
              Commandes plus anciennes
            </TallLink>
          )}
        </nav>
      )}
      <Section title={"Une commande passée sans compte\u00a0?"} id="ajouter" className="panel mt-10 max-w-prose">
        {phone ? (
          <>
            <p className="mt-2">
              Ajoutez-la avec son numéro, si elle a été passée avec le{" "}
              <span className="whitespace-nowrap">{phone}</span>.
              {hasCard && " Ses paires comptent alors pour votre carte de fidélité."}
            </p>
            <OwnForm id="ajout" action="/account/orders" noValidate>
              <Fields
                form="ajout"
                schema={isOwn ? "ajout" : "ajout-api"}
                fields={[isOwn ? { ...orderNumberField, placeholder: "K7MQ-4TXP" } : orderNumberField]}
                state={refused}
              />
              <SubmitRow className="button w-full sm:w-auto">Ajouter à mon compte</SubmitRow>
            </OwnForm>
          </>
        ) : (
          <p className="mt-2">
            Ajoutez d'abord à <TextLink href="/account">votre profil</TextLink> le téléphone avec lequel elle a été
            passée.
          </p>
        )}
      </Section>
    </AccountFrame>
  );
}
