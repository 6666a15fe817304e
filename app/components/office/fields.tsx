import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { FieldFrame } from "../forms/field";

/** A field of a form: conform's FieldMetadata, or what `fieldOf` makes of a refused form. */
export interface OfficeField {
  id: string;
  name: string;
  errorId: string;
  descriptionId: string;
  errors?: string[] | undefined;
  initialValue?: unknown;
}

/** What a page knows of a form that was refused; parseForm returns it. */
interface FormState {
  values: Partial<Record<string, string>>;
  errors: Partial<Record<string, string>>;
}

/** The field of a form that conform does not run. @param form its id, as parseForm has it */
export function fieldOf(form: string, name: string, state?: FormState, initial?: string): OfficeField {
  const id = `${form}-${name}`;
  const error = state?.errors[name];
  return {
    id,
    name,
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
    errors: error === undefined ? undefined : [error],
    initialValue: state?.values[name] ?? initial,
  };
}

interface Frame {
  field: OfficeField;
  label: ReactNode;
  hint?: ReactNode;
  className?: string;
}

function controlProps({ field, hint }: Frame) {
  const describedBy = [field.errors && field.errorId, hint && field.descriptionId].filter(Boolean).join(" ");
  return {
    id: field.id,
    name: field.name,
    className: "field",
    defaultValue: typeof field.initialValue === "string" ? field.initialValue : undefined,
    "aria-invalid": field.errors ? (true as const) : undefined,
    "aria-describedby": describedBy || undefined,
  };
}

const frameProps = ({ field, label, hint, className = "mt-4" }: Frame) => ({ field, label, hint, className });

/** A line of text, or with `rows` several. */
export function TextField(
  props: Frame & { rows?: number } & Omit<
      InputHTMLAttributes<HTMLInputElement> & TextareaHTMLAttributes<HTMLTextAreaElement>,
      "id" | "name" | "className" | "defaultValue" | "value"
    >,
) {
  const { field, label, hint, className, rows, type = "text", ...attributes } = props;
  return (
    <FieldFrame {...frameProps(props)}>
      {rows === undefined ? (
        <input {...controlProps(props)} type={type} dir={type === "text" ? "auto" : undefined} {...attributes} />
      ) : (
        <textarea {...controlProps(props)} rows={rows} dir="auto" {...attributes} />
      )}
    </FieldFrame>
  );
}

/** @param empty text of a first option without a value */
export function SelectField(
  props: Frame & { options: readonly { value: string; label: string }[]; empty?: string } & Omit<
      SelectHTMLAttributes<HTMLSelectElement>,
      "id" | "name" | "className" | "defaultValue" | "value"
    >,
) {
  const { field, label, hint, className, options, empty, ...attributes } = props;
  return (
    <FieldFrame {...frameProps(props)}>
      <select {...controlProps(props)} {...attributes}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
