import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";
import type { InputHTMLAttributes } from "react";
import { FieldFrame } from "./field";

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "inputMode" | "placeholder" | "autoComplete" | "autoCapitalize" | "spellCheck" | "required"
>;

/** A text field as data, which a page passes to the island that draws it. */
export interface TextFieldSpec extends Attributes {
  name: string;
  label: string;
  hint?: string;
  type?: "text" | "email" | "tel" | "password";
  /** Makes it a textarea. */
  rows?: number;
}

/** A text field in its frame; ids and errors are conform's. */
export function TextControl({ field, spec }: { field: FieldMetadata<string>; spec: TextFieldSpec }) {
  const { name: _, label, hint, type = "text", rows, ...attributes } = spec;
  // Names and addresses may be in Arabic, with figures between.
  const direction = type === "text" ? ({ dir: "auto" } as const) : {};
  const describedBy = { ariaDescribedBy: hint ? field.descriptionId : undefined };
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {rows === undefined ? (
        <input {...getInputProps(field, { type, ...describedBy })} {...attributes} {...direction} className="field" />
      ) : (
        <textarea
          {...getTextareaProps(field, describedBy)}
          {...attributes}
          {...direction}
          rows={rows}
          className="field"
        />
      )}
    </FieldFrame>
  );
}
