import { parseWithZod } from "@conform-to/zod/v3";
import type { ZodTypeAny, z } from "zod";
import { text } from "./form.server";

/** What a page shows of a form that was refused: everything as typed but what is secret, and what is wrong with it. */
export interface JudgedView<Field extends string> {
  values: Partial<Record<Field, string>>;
  errors: Partial<Record<Field, string>>;
  /** For the error summary, in the order of the fields. */
  problems: { id: string; message: string }[];
}

/** @param id how ids of the form's controls begin */
export interface FormShape<Field extends string, Schema extends ZodTypeAny> {
  id: string;
  fields: readonly Field[];
  /** Neither trimmed nor ever sent back: passwords. */
  secret?: readonly Field[];
  schema: Schema;
  /** What no field can be told by itself; it is asked even when a field is wrong, so that all is said at once. */
  also?: (typed: Record<Field, string>) => Partial<Record<Field, string>>;
}

/** A posted form, judged by its schema; only its own fields reach the parser, each once. */
export function judge<Field extends string, Schema extends ZodTypeAny>(
  form: FormData,
  { id, fields, secret = [], schema, also }: FormShape<Field, Schema>,
): JudgedView<Field> & { value?: z.output<Schema> } {
  const typed = {} as Record<Field, string>;
  const values: JudgedView<Field>["values"] = {};
  const known = new FormData();
  for (const field of fields) {
    const isSecret = secret.includes(field);
    typed[field] = isSecret ? String(form.get(field) ?? "") : text(form, field);
    if (!isSecret) values[field] = typed[field];
    known.append(field, typed[field]);
  }
  const submission = parseWithZod(known, { schema });
  const found: Partial<Record<string, string[] | null>> =
    submission.status === "success" ? {} : (submission.reply().error ?? {});
  const more = also?.(typed) ?? {};
  const errors: JudgedView<Field>["errors"] = {};
  for (const field of fields) {
    const message = found[field]?.[0] ?? (more as Partial<Record<string, string>>)[field];
    if (message !== undefined) errors[field] = message;
  }
  const problems = problemsOf(id, errors);
  if (submission.status === "success" && problems.length === 0)
    return { values, errors, problems, value: submission.value };
  return { values, errors, problems };
}

/** @param errors in the order of the fields */
export function problemsOf(id: string, errors: Partial<Record<string, string>>): { id: string; message: string }[] {
  return Object.entries(errors).flatMap(([field, message]) => (message ? [{ id: `${id}-${field}`, message }] : []));
}
