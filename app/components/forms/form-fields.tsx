import { getInputProps } from "@conform-to/react";
import { Fragment } from "react";
import { TextControl, type TextFieldSpec } from "./text-control";
import { type FormState, useLiveForm } from "./use-live-form";
import { type SchemaName, validators } from "./validators";

/** A checkbox with its label, of which some words are links. */
interface CheckboxSpec {
  name: string;
  value: string;
  words: readonly (string | { href: string; text: string })[];
}

export interface FormFieldsProps {
  /** Id of the <form> around them. */
  form: string;
  schema: SchemaName;
  fields: readonly (TextFieldSpec | CheckboxSpec)[];
  state: FormState;
}

/** The text fields and checkboxes of a form; the page draws the form, hidden fields and buttons. */
export default function FormFields({ form, schema, fields: specs, state }: FormFieldsProps) {
  const { fields, announcement } = useLiveForm(
    form,
    specs.map(({ name }) => name),
    state,
    validators[schema],
  );
  return (
    <>
      {specs.map((spec) => {
        const field = fields[spec.name];
        if (!field) return null;
        if (!("words" in spec)) return <TextControl key={spec.name} field={field} spec={spec} />;
        return (
          <div key={spec.name} className="mt-5">
            {field.errors && (
              <p className="wrong" id={field.errorId}>
                {field.errors[0]}
              </p>
            )}
            <label className="flex items-start gap-3 py-2">
              <input
                {...getInputProps(field, { type: "checkbox", value: spec.value })}
                className="mt-1 size-5 shrink-0"
                required
              />
              <span>
                {spec.words.map((word) =>
                  typeof word === "string" ? (
                    <Fragment key={word}>{word}</Fragment>
                  ) : (
                    <a key={word.href} className="link" href={word.href}>
                      {word.text}
                    </a>
                  ),
                )}
              </span>
            </label>
          </div>
        );
      })}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
