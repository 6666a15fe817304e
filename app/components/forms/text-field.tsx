import type { InputHTMLAttributes, ReactNode } from "react";
import { Field } from "./field";

/** What a posted form left behind, as `parseForm` gives it. */
export interface FormState {
  values: Partial<Record<string, string>>;
  errors: Partial<Record<string, string>>;
}

type Rest = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name" | "className" | "form">;

/** One line of a form: label, hint and error around an input whose id is made of the form's and its own name. */
export function TextField(
  props: { form: string; name: string; state?: FormState | undefined; label: ReactNode; hint?: ReactNode } & Rest,
) {
  const { form, name, state, label, hint, ...rest } = props;
  return (
    <Field id={`${form}-${name}`} label={label} hint={hint} error={state?.errors[name]}>
      {(control) => <input type="text" {...control} name={name} defaultValue={state?.values[name]} {...rest} />}
    </Field>
  );
}

/** @param isNew a password that is being chosen, which browsers offer to make */
export function PasswordField(props: {
  form: string;
  name?: string;
  state?: FormState | undefined;
  label: ReactNode;
  hint?: ReactNode;
  isNew?: boolean;
}) {
  const { name = "motDePasse", isNew = false, ...rest } = props;
  return (
    <TextField
      {...rest}
      name={name}
      type="password"
      autoComplete={isNew ? "new-password" : "current-password"}
      required
    />
  );
}

export function EmailField(props: {
  form: string;
  state?: FormState | undefined;
  label?: ReactNode;
  hint?: ReactNode;
  isUsername?: boolean;
}) {
  const { label = "E-mail", isUsername = false, ...rest } = props;
  return (
    <TextField
      {...rest}
      name="email"
      label={label}
      type="email"
      placeholder="nom@exemple.com"
      autoComplete={isUsername ? "username" : "email"}
      required
    />
  );
}
