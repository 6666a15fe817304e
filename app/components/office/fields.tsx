import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { controlProps, FieldFrame, textsFor } from "../forms/field";
import type { FormState } from "../forms/use-live-form";

/** @param form its id, as parseForm has it @param state of a form that was refused */
export const fieldOf = (form: string, name: string, state?: FormState, initial?: string) => ({
  ...textsFor(`${form}-${name}`, state?.errors[name]),
  name,
  initialValue: state?.values[name] ?? initial,
});

interface Frame {
  field: ReturnType<typeof fieldOf>;
  label: ReactNode;
  hint?: ReactNode;
  className?: string;
}

const ownProps = ({ field, hint }: Frame) => ({
  ...controlProps(field, hint),
  name: field.name,
  defaultValue: field.initialValue,
});

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
        <input {...ownProps(props)} type={type} dir={type === "text" ? "auto" : undefined} {...attributes} />
      ) : (
        <textarea {...ownProps(props)} rows={rows} dir="auto" {...attributes} />
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
      <select {...ownProps(props)} {...attributes}>
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
