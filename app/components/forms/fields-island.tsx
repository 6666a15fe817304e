import { Island } from "~/islands/island.server";
import FormFields, { type FormFieldsProps } from "./form-fields";
import type { FormState } from "./use-live-form";

const untouched: FormState = { values: {}, errors: {} };

/**
 * The fields of a form, as the island that checks them while they are filled in.
 * @param props.schema by default the one of the form's name
 */
export function Fields(
  props: Omit<FormFieldsProps, "schema" | "state"> & {
    schema?: FormFieldsProps["schema"];
    state?: FormState | undefined;
  },
) {
  const { form, fields, schema = form as FormFieldsProps["schema"], state = untouched } = props;
  const { values, errors } = state;
  return <Island name="form-fields" of={FormFields} props={{ form, schema, fields, state: { values, errors } }} />;
}
