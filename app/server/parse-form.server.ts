import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod/v4-mini";
import { isMissing } from "~/domain/form-fields";
import { text } from "./form.server";

/** What a page shows of a form that was refused: everything as typed but what is secret, and what is wrong with it. */
export interface FormView<Field extends string> {
  values: Partial<Record<Field, string>>;
  errors: Partial<Record<Field, string>>;
  /** For the error summary, in the order of the fields. */
  problems: { id: string; message: string }[];
  /** Said above them. */
  intro?: string | undefined;
}

/** @param id how ids of the form's controls begin */
export interface FormShape<Field extends string, Schema extends z.ZodMiniType> {
  id: string;
  fields: readonly Field[];
  /** Neither trimmed nor ever sent back: passwords. */
  secret?: readonly Field[];
  schema: Schema;
  /** Said above the errors when one of them is that something is missing. */
  missing?: string;
}

/** A posted form, checked by its schema; only its own fields reach the parser, each once. */
export function parseForm<Field extends string, Schema extends z.ZodMiniType>(
  form: FormData,
  { id, fields, secret = [], schema, missing }: FormShape<Field, Schema>,
): FormView<Field> & { value?: z.output<Schema> } {
  const values: FormView<Field>["values"] = {};
  const known = new FormData();
  for (const field of fields) {
    const isSecret = secret.includes(field);
    const typed = isSecret ? String(form.get(field) ?? "") : text(form, field);
    if (!isSecret) values[field] = typed;
    known.append(field, typed);
  }
  const submission = parseWithZod(known, { schema, formatError: (issues: z.core.$ZodIssue[]) => issues[0] });
  if (submission.status === "success") return { values, errors: {}, problems: [], value: submission.value };
  const found = submission.reply().error ?? {};
  const errors: FormView<Field>["errors"] = {};
  for (const field of fields) if (found[field]) errors[field] = found[field].message;
  const intro = Object.values(found).some((issue) => issue && isMissing(issue)) ? missing : undefined;
  return { values, errors, problems: problemsOf(id, errors), intro };
}

/** @param errors in the order of the fields */
export function problemsOf(id: string, errors: Partial<Record<string, string>>): { id: string; message: string }[] {
  return Object.entries(errors).flatMap(([field, message]) => (message ? [{ id: `${id}-${field}`, message }] : []));
}
