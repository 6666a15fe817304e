import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod/v4-mini";
import { isMissing } from "~/domain/values/form-fields";
import { text } from "./form.server";

/** What a page shows of a refused form: all that was typed, but secrets, and the errors. */
export interface FormView<Field extends string> {
  values: Partial<Record<Field, string>>;
  errors: Partial<Record<Field, string>>;
  /** For the error summary, in the order of the fields. */
  problems: { id: string; message: string }[];
  /** Stands above the summary. */
  intro?: string | undefined;
}

/** Where a refusal is about no field. */
export const NOTHING_TYPED = { values: {}, errors: {}, problems: [] } satisfies FormView<never>;

/** Fields of any form that are neither trimmed nor ever sent back. */
export const SECRETS: readonly string[] = ["actuel", "motDePasse", "confirmation", "code"];

/** @param id how ids of the form's controls begin */
export interface FormShape<Schema extends z.ZodMiniObject> {
  id: string;
  schema: Schema;
  /** The intro above the errors when a required field is empty. */
  missing?: string;
}

export type FieldOf<Schema extends z.ZodMiniObject> = keyof Schema["shape"] & string;
type Parsed<Schema extends z.ZodMiniObject> = FormView<FieldOf<Schema>> & { value?: z.output<Schema> };

const fieldsOf = <Schema extends z.ZodMiniObject>({ shape }: Schema) => Object.keys(shape) as FieldOf<Schema>[];

/** Checks a posted form by its schema; of a field that is there twice the first counts. */
export function parseForm<Schema extends z.ZodMiniObject>(form: FormData, shape: FormShape<Schema>): Parsed<Schema> {
  const typed: Parsed<Schema>["values"] = {};
  for (const field of fieldsOf(shape.schema))
    typed[field] = SECRETS.includes(field) ? String(form.get(field) ?? "") : text(form, field);
  return parseValues(typed, shape);
}

/** Checks values that come from elsewhere than a page's form, such as the API. */
export function parseValues<Schema extends z.ZodMiniObject>(
  typed: Partial<Record<FieldOf<Schema>, string>>,
  { id, schema, missing }: FormShape<Schema>,
): Parsed<Schema> {
  const fields = fieldsOf(schema);
  const values: Parsed<Schema>["values"] = {};
  const declaredFields = new FormData();
  for (const field of fields) {
    declaredFields.append(field, typed[field] ?? "");
    if (!SECRETS.includes(field)) values[field] = typed[field] ?? "";
  }
  const submission = parseWithZod(declaredFields, { schema, formatError: (issues: z.core.$ZodIssue[]) => issues[0] });
  if (submission.status === "success") return { values, errors: {}, problems: [], value: submission.value };
  const issues = submission.reply().error ?? {};
  const errors: Parsed<Schema>["errors"] = {};
  for (const field of fields) if (issues[field]) errors[field] = issues[field].message;
  const intro = Object.values(issues).some((issue) => issue && isMissing(issue)) ? missing : undefined;
  return { values, errors, problems: problemsOf(id, errors), intro };
}

/** A form with errors that its schema cannot find. @param id of the form */
export const withErrors = <View extends FormView<string>>(view: View, id: string, errors: View["errors"]): View => ({
  ...view,
  errors,
  problems: problemsOf(id, errors),
});

/** @param errors in the order of the fields */
export function problemsOf(id: string, errors: Partial<Record<string, string>>): { id: string; message: string }[] {
  return Object.entries(errors).flatMap(([field, message]) => (message ? [{ id: `${id}-${field}`, message }] : []));
}
