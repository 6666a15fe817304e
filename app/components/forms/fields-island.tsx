import { Island } from "~/islands/island.server";
import FormFields, { type FormFieldsProps } from "./form-fields";
import type { FormState } from "./use-live-form";
import type { SchemaName } from "./validators";

const untouched: FormState = { values: {}, errors: {} };

type Named = Omit<FormFieldsProps, "form" | "schema" | "state"> & { state?: FormState | undefined };

/**
 * The fields of a form, as the island that checks them while they are filled in.
 * @param props.schema by default the one of the form's name
 */
export function Fields(
  props: Named & ({ form: SchemaName; schema?: undefined } | { form: string; schema: SchemaName }),
) {
  const { form, fields, state: { values, errors } = untouched } = props;
  const schema = props.schema === undefined ? props.form : props.schema;
  return <Island name="form-fields" of={FormFields} props={{ form, schema, fields, state: { values, errors } }} />;
}
