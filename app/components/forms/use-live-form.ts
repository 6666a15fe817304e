import { type FieldMetadata, type Submission, useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { type Control, isChanged } from "~/islands/fields";
import { untilPressEnds } from "~/islands/until-press-ends";

/** The values of a posted form and its errors, by field. */
export interface FormState {
  values: Partial<Record<string, string>>;
  errors: Partial<Record<string, string>>;
}

/** Checks a form for conform (parseWithZod). */
export type Validate = (form: FormData) => Submission<unknown>;

/** Name of the button by which conform requests validation: it submits the form to itself. */
const INTENT = "__intent__";

/**
 * The fields of a form, checked by the server's schema as they are filled in: an error appears when
 * one leaves a field that one typed in, and goes once it is corrected. The browser sends the form.
 * @param id of the <form> around the fields
 * @param names of the fields that are checked
 * @param load loads the schema, at the first touch of a field
 * @returns the fields for conform's getInputProps, and the text of a live region
 */
export function useLiveForm<Name extends string>(
  id: string,
  names: readonly Name[],
  { values, errors }: FormState,
  load: () => Promise<Validate>,
) {
  const validate = useRef<Validate>();
  const checked = useRef(names);
  // The same object at every rendering: conform takes a new one for a new answer of the server.
  const [lastResult] = useState(() => ({
    status: "error" as const,
    initialValue: values as Record<string, string>,
    error: asLists(errors),
  }));
  const [form, fieldset] = useForm<Record<string, string>>({
    id,
    defaultValue: lastResult.initialValue,
    lastResult,
    shouldValidate: "onSubmit",
    shouldRevalidate: canValidate() ? "onInput" : "onSubmit",
    onValidate: ({ formData }) =>
      (validate.current?.(formData) ?? withoutChanged(formData, names)) as Submission<never>,
  });
  const fields = fieldset as unknown as Record<Name, FieldMetadata<string>>;

  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    const element = document.forms.namedItem(id);
    if (!element || !canValidate()) return;
    const typed = new Set<string>();
    const isOurs = (target: EventTarget | null) =>
      (checked.current as readonly string[]).includes((target as HTMLInputElement)?.name);
    let loading: Promise<void> | undefined;
    let isOver = false;
    // Not after the listeners are removed: the browser would send the form that conform submits.
    const leave = (name: string) =>
      loading
        ?.then(pressBegun)
        .then(untilPressEnds)
        .then(() => !isOver && validate.current && latest.current.validate({ name }));
    const touch = ({ target }: { target: EventTarget | null }) => {
      if (!isOurs(target)) return;
      loading ??= load().then(
        (loaded) => {
          validate.current = loaded;
        },
        () => undefined,
      );
    };
    const listeners = {
      focusin: touch,
      input: (event: Event) => {
        touch(event);
        typed.add((event.target as HTMLInputElement).name);
      },
      focusout: ({ target }: Event) => {
        const { name } = target as HTMLInputElement;
        if (typed.has(name)) leave(name);
      },
      submit: (event: Event) => {
        if (((event as SubmitEvent).submitter as HTMLButtonElement | null)?.name !== INTENT) return;
        event.preventDefault();
        event.stopPropagation();
        latest.current.onSubmit({ nativeEvent: event, preventDefault: () => undefined } as never);
      },
    };
    for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener);
    // Fields that were typed in, and perhaps left, before the island woke.
    for (const target of element.elements as Iterable<Control>)
      if (target === document.activeElement || (isOurs(target) && isChanged(target))) {
        touch({ target });
        if (!isChanged(target)) continue;
        typed.add(target.name);
        if (target !== document.activeElement) leave(target.name);
      }
    return () => {
      isOver = true;
      for (const [type, listener] of Object.entries(listeners)) element.removeEventListener(type, listener);
    };
  }, [id, load]);

  return { fields, announcement: useNewest(names.map((name) => fields[name].errors?.[0])) };
}

/** A press begins by leaving the field, and is seen (`:active`) a moment later. */
const pressBegun = () => new Promise((go) => setTimeout(go, 50));

/** Without `submitter`, conform's requests for validation would be sent to the server. */
const canValidate = () => typeof SubmitEvent !== "undefined" && "submitter" in SubmitEvent.prototype;

const asLists = (errors: FormState["errors"]) =>
  Object.fromEntries(Object.entries(errors).flatMap(([name, error]) => (error === undefined ? [] : [[name, [error]]])));

/** Until the schema is loaded, a changed field has no error; the others keep theirs. */
function withoutChanged(form: FormData, names: readonly string[]): Submission<unknown> {
  const { payload } = JSON.parse(String(form.get(INTENT))) as { payload: { name?: string } };
  const error = Object.fromEntries(names.filter((name) => name !== payload.name).map((name) => [name, null]));
  return { status: undefined, payload: {}, error, reply: () => ({ error }) };
}

/** A message that counts what is typed is one message, whatever it counts. */
const uncounted = (message: string | undefined) => message?.replace(/\d/g, "");

/** The newest message; those that the page came with are not announced. */
function useNewest(messages: readonly (string | undefined)[]): string {
  const [newest, setNewest] = useState("");
  const before = useRef(messages);
  useEffect(() => {
    const messagesBefore = before.current.map(uncounted);
    before.current = messages;
    const isNew = (message: string | undefined, index: number) => uncounted(message) !== messagesBefore[index];
    const fresh = messages.find((message, index) => message !== undefined && isNew(message, index));
    if (fresh !== undefined) setNewest(fresh);
    else if (messages.some(isNew)) setNewest("");
  });
  return newest;
}
