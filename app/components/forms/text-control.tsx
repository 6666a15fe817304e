import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";
import type { InputHTMLAttributes } from "react";
import { FieldFrame } from "./field";

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "inputMode" | "placeholder" | "autoComplete" | "autoCapitalize" | "spellCheck" | "maxLength" | "required"
>;

/** A field in which one writes, as data: a page gives it to the island that draws it. */
export interface TextFieldSpec extends Attributes {
  name: string;
  label: string;
  hint?: string;
  /** What ears get instead of a hint that is only for eyes. */
  spokenHint?: string;
  type?: "text" | "email" | "tel" | "password";
  /** Of more than one line. */
  rows?: number;
}

/** Label, hint, error and control; ids and the state of the error are conform's. */
export function TextControl({ field, spec }: { field: FieldMetadata<string>; spec: TextFieldSpec }) {
  const { name: _, label, hint, spokenHint, type = "text", rows, ...attributes } = spec;
  const words = { ariaDescribedBy: hint ? field.descriptionId : undefined };
  return (
    <FieldFrame
      field={field}
      label={label}
      hint={
        spokenHint ? (
          <>
            <span aria-hidden="true">{hint}</span>
            <span className="sr-only">{spokenHint}</span>
          </>
        ) : (
          hint
        )
      }
    >
      {rows === undefined ? (
        <input {...getInputProps(field, { type, ...words })} {...attributes} className="field" />
      ) : (
        <textarea {...getTextareaProps(field, words)} {...attributes} rows={rows} className="field" />
      )}
    </FieldFrame>
  );
}
