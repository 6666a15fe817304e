import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData, useSubmit } from "@remix-run/react";
import { type FocusEvent, Fragment, useRef } from "react";
import { fieldOf, SelectField, TextField } from "~/components/office/fields";
import { useLeaveGuard } from "~/components/office/leave-guard";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { Submit } from "~/components/office/submit";
import { Totals } from "~/components/ui/price";
import { Section } from "~/components/ui/section";
import { TO_DOOR, wayIn, wayOf } from "~/domain/delivery/way";
import { channelLabels, orderChannels } from "~/domain/order/channel";
import { formatDinars } from "~/domain/values/money";
import type { RouteHandle } from "~/route-handle";
import { requireStaff } from "~/session/staff.server";
import { ArticleSearch } from "./article-search";
import { DestinationFields } from "./destination-fields";
import { answerNewOrder, emptyOrder, type NewOrder } from "./new-order.server";
import { officeOrderPage } from "./order-paths";

/** Takes down an order, by phone, on Instagram or in the shop. */

export const handle = { office: { see: "calls" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "calls");
  return emptyOrder();
}

export const action = answerNewOrder;

const TITLE = "Nouvelle commande";
const HERE = "/gestion/commandes/nouvelle";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function TakeDownOrder() {
  const empty = useLoaderData<typeof loader>();
  const order: NewOrder = useActionData<typeof action>() ?? empty;
  const { amount, fee, pairs, delivery } = order;
  const isPickup = wayIn(wayOf(delivery.values), delivery.offer) !== TO_DOOR;
  const total = fee === undefined || pairs === 0 ? undefined : amount + fee;
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form);
  return (
    <OfficePage title={TITLE} refused={order} className="page pb-8">
      <Form id="commande" method="post" action={HERE} noValidate ref={form}>
        <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2">
          <Articles order={order} />
          <div className="min-w-0">
            <Client order={order} />
            <input type="hidden" name="cle" value={delivery.offer.cle} />
            <input type="hidden" name="tarifs" value={delivery.offer.tarifs} />
            {total !== undefined && <input type="hidden" name="total" value={total} />}
            {pairs > 0 && <Totals {...{ amount, fee, isPickup }} label="À encaisser" />}
            <p className="mt-6 flex flex-wrap gap-3">
              <Submit name="intent" value="commander" className="button-primary w-full sm:w-auto">
                {total === undefined ? "Enregistrer la commande" : `Enregistrer, ${formatDinars(total)} à encaisser`}
              </Submit>
              <Submit name="intent" value="confirmer" className="button w-full sm:w-auto" describedBy="confirmer">
                Enregistrer et confirmer
              </Submit>
            </p>
            <p className="hint mt-2" id="confirmer">
              Confirmée, elle n'entre pas dans les appels à faire.
            </p>
          </div>
        </div>
      </Form>
    </OfficePage>
  );
}

/** The first button of the form is that of the search: Enter in any field does no more. */
function Articles({ order: { query, found, lines, said } }: { order: NewOrder }) {
  return (
    <Section title="Articles" id="articles" className="min-w-0">
      <ArticleSearch query={query} found={found} said={said} />
      <ul>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </Section>
  );
}

function Line({ line: { id, text, price, quantity, stock, error } }: { line: NewOrder["lines"][number] }) {
  const submit = useSubmit();
  // The total is read out on the phone. A press of a button brings it by itself.
  const refresh = ({ target, relatedTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (!target.form || target.value.trim() === quantity || relatedTarget instanceof HTMLButtonElement) return;
    submit(new FormData(target.form), { method: "post", replace: true, preventScrollReset: true });
  };
  const field = { ...fieldOf("quantite", id, undefined, quantity), name: "quantite" };
  return (
    <li className="mt-3 flex flex-wrap items-end justify-between gap-3 border-t pt-3">
      <p className="min-w-0 flex-1 basis-40">
        {text}
        <span className="block text-sm text-muted">
          <span className="tabular-nums">{formatDinars(price)}</span>
          <span>{`, ${stock} en stock`}</span>
        </span>
      </p>
      <input type="hidden" name="ligne" value={id} />
      <TextField
        // A press that adds a pair writes another quantity.
        key={quantity}
        field={{ ...field, errors: error ? [error] : undefined }}
        label={
          <>
            Quantité<span className="sr-only">, {text}</span>
          </>
        }
        className="w-20"
        inputMode="numeric"
        onBlur={refresh}
      />
      <Submit name="retirer" value={id} className="button">
        Retirer<span className="sr-only"> {text}</span>
      </Submit>
    </li>
  );
}

/** Its fields begin again where a client was found; the button keeps its focus. */
function Client({ order: { channel, delivery, known, saidOfClient } }: { order: NewOrder }) {
  const { values, errors } = delivery;
  const field = (name: keyof typeof values) => fieldOf("livraison", name, { values, errors });
  return (
    <Section title="Client" id="client">
      <SelectField
        field={fieldOf("commande", "canal", undefined, channel)}
        label="Canal"
        options={orderChannels.map((value) => ({ value, label: channelLabels[value] }))}
      />
      <div className="mt-2 flex flex-wrap items-end gap-3">
        <TextField
          key={known?.found}
          field={field("telephone")}
          label="Téléphone"
          hint="05, 06 ou 07 et 8 chiffres"
          className="mt-2 min-w-0 flex-1 basis-48"
          type="tel"
          required
        />
        <Submit name="intent" value="retrouver" className="button">
          Retrouver ce client
        </Submit>
      </div>
      <p role="status" className="hint mt-2">
        <span>{saidOfClient}</span>
      </p>
      {known && (
        <div className="panel mt-3">
          <input type="hidden" name="retrouve" value={known.found} />
          <p>{`${known.summary}.`}</p>
          <ul>
            {known.orders.map(({ number, text }) => (
              <li key={number}>
                <a className="link inline-block py-1" href={officeOrderPage(number)} target="_blank" rel="noreferrer">
                  {number}
                  <span className="sr-only"> (nouvel onglet)</span>
                </a>
                , {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Fragment key={known?.found}>
        <TextField field={field("nom")} label="Nom" required />
        <TextField field={field("prenom")} label="Prénom" required />
        <DestinationFields form="livraison" delivery={delivery} />
      </Fragment>
    </Section>
  );
}
