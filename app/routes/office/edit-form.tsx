import { Form } from "@remix-run/react";
import { Fragment, useEffect, useRef } from "react";
import { DefaultSubmit } from "~/components/forms/submit-button";
import { fieldOf, SelectField, TextField } from "~/components/office/fields";
import { useLeaveGuard } from "~/components/office/leave-guard";
import { Submit } from "~/components/office/submit";
import { EDIT_FORM as FORM, lineField } from "~/domain/office/order-lines-form";
import { ArticleSearch } from "./article-search";
import { DestinationFields } from "./destination-fields";
import type { EditView } from "./edit-view.server";

interface Props {
  view: EditView;
  version: number;
  agree: { fee: number; total: number; words: string } | undefined;
  isListNew: boolean;
}

/** The form that edits an order; each of its buttons works without scripts. */
export function EditForm({ view, version, agree, isListNew }: Props) {
  const { delivery, lines, reason, errors } = view;
  const { values } = delivery;
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form);
  const field = (name: keyof typeof values) => fieldOf(FORM, name, { values, errors: delivery.errors });
  const lineOf = (name: string, value: string) => fieldOf(FORM, name, { values: { [name]: value }, errors });
  return (
    <Form id={FORM} method="post" noValidate ref={form}>
      {/* Before the button that agrees to another total. */}
      <DefaultSubmit value="defaut" />
      {agree && <Agree {...agree} />}
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="debut" value={view.begun} />
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2">
        {/* Fields of a stale form are drawn with what others stored. */}
        <div key={version} className="min-w-0">
          <h2 className="text-xl">Client</h2>
          <div className="grid gap-x-4 sm:grid-cols-2">
            <TextField field={field("nom")} label="Nom" required />
            <TextField field={field("prenom")} label="Prénom" required />
          </div>
          <TextField field={field("telephone")} label="Téléphone" type="tel" required />
          <DestinationFields form={FORM} delivery={delivery} isListNew={isListNew} />
        </div>
        <div className="min-w-0">
          <Fragment key={version}>
            <h2 className="text-xl">Articles</h2>
            {lines.map((line, index) => (
              <fieldset key={`${line.kind} ${line.id}`} className="mt-4 border-t pt-3">
                <legend className="font-semibold">{line.name}</legend>
                <input type="hidden" name={line.kind} value={line.id} />
                <SelectField
                  field={lineOf(lineField("variante", index), line.variante)}
                  label="Couleur et pointure"
                  className="mt-0"
                  options={line.options}
                />
                <div className="grid gap-x-4 sm:grid-cols-2">
                  <TextField
                    // A press that adds a pair writes another quantity.
                    key={line.quantite}
                    field={lineOf(lineField("quantite", index), line.quantite)}
                    label="Quantité"
                    hint="0 retire l'article."
                    inputMode="numeric"
                  />
                  <TextField
                    field={lineOf(lineField("prix", index), line.prix)}
                    label="Prix d'une paire, en dinars"
                    hint="Un autre prix demande une raison."
                    inputMode="numeric"
                  />
                </div>
              </fieldset>
            ))}
          </Fragment>
          <h3 className="mt-6 text-lg">Ajouter un article</h3>
          <input type="hidden" name="cherche" value={view.query} />
          <ArticleSearch query={view.query} found={view.found} said={view.said} />
          <TextField field={lineOf("raison", reason)} label="Raison du prix" />
          <p className="mt-6">
            <Submit name="intent" value="enregistrer" className="button-primary w-full sm:w-auto">
              Enregistrer
            </Submit>
          </p>
        </div>
      </div>
    </Form>
  );
}

/** News, and no error: it has the focus when the page comes, without scripts as well. */
function Agree({ fee, total, words }: NonNullable<Props["agree"]>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: what is to be agreed to has the focus
      autoFocus
      className="mb-6 max-w-prose border-2 border-accent p-4"
    >
      <h2 className="text-lg font-semibold">Le total change</h2>
      <p className="mt-2">{`${words} Rien n'est encore enregistré.`}</p>
      <input type="hidden" name="frais-vus" value={fee} />
      <input type="hidden" name="total-vu" value={total} />
      <p className="mt-4">
        <Submit name="intent" value="enregistrer">
          Enregistrer avec ce total
        </Submit>
      </p>
    </div>
  );
}
