import { type FieldMetadata, type Submission, useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { type Control, isChanged } from "~/islands/fields";
import { afterPress } from "./after-press";

/** What a posted form left behind: what was typed, and what is wrong with it. */
export interface FormState {
  values: Partial<Record<string, string>>;
  errors: Partial<Record<string, string>>;
}

/** Checks what stands in a form, as conform wants it (parseWithZod). */
export type Validate = (form: FormData) => Submission<unknown>;

/** By this name conform asks for validation: it sends the form to itself. */
const INTENT = "__intent__";

/**
 * The fields of a form, checked by the server's own schema as one fills them in: an error stands beside its field once one has
 * typed there and leaves it, and goes as soon as it is mended. Sending stays the browser's own: the server answers.
 *
 * @param id of the <form> around the fields
 * @param names of the fields that are checked
 * @param load brings the schema, at the first touch of a field
 * @returns the fields for conform's getInputProps, and what a live region says of them
 */
export function useLiveForm<Name extends string>(
  id: string,
  names: readonly Name[],
  { values, errors }: FormState,
  load: () => Promise<Validate>,
) {
  const validate = useRef<Validate>();
  const checked = useRef(names);
  // The same object at every rendering: conform takes another one for another answer of the server.
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
    shouldRevalidate: canAsk() ? "onInput" : "onSubmit",
    onValidate: ({ formData }) => (validate.current?.(formData) ?? mended(formData, names)) as Submission<never>,
  });
  const fields = fieldset as unknown as Record<Name, FieldMetadata<string>>;

  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    const element = document.forms.namedItem(id);
    if (!element || !canAsk()) return;
    const typed = new Set<string>();
    const isOurs = (target: EventTarget | null) =>
      (checked.current as readonly string[]).includes((target as HTMLInputElement)?.name);
    let loading: Promise<void> | undefined;
    let isOver = false;
    // Once nobody listens for conform's question any more, the browser would send the form.
    const leave = (name: string) =>
      loading
        ?.then(pressBegun)
        .then(afterPress)
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
    // What was typed, and perhaps left, before the fields woke.
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

  return { fields, said: useNewest(names.map((name) => fields[name].errors?.[0])) };
}

/** A press begins by leaving the field, and is seen (`:active`) a moment later. */
const pressBegun = () => new Promise((go) => setTimeout(go, 50));

/** In an engine that does not say which button sent a form, conform's questions would go to the server. */
const canAsk = () => typeof SubmitEvent !== "undefined" && "submitter" in SubmitEvent.prototype;

const asLists = (errors: FormState["errors"]) =>
  Object.fromEntries(Object.entries(errors).flatMap(([name, error]) => (error === undefined ? [] : [[name, [error]]])));

/** While the schema is not there: what is changed counts as mended, and the other fields stay as they are. */
function mended(form: FormData, names: readonly string[]): Submission<unknown> {
  const { payload } = JSON.parse(String(form.get(INTENT))) as { payload: { name?: string } };
  const error = Object.fromEntries(names.filter((name) => name !== payload.name).map((name) => [name, null]));
  return { status: undefined, payload: {}, error, reply: () => ({ error }) };
}

/** The message that came last; what stood there from the beginning has been said by the page. */
function useNewest(messages: readonly (string | undefined)[]): string {
  const [said, say] = useState("");
  const before = useRef(messages);
  useEffect(() => {
    const known = before.current;
    before.current = messages;
    const fresh = messages.find((message, index) => message !== undefined && message !== known[index]);
    if (fresh !== undefined) say(fresh);
    else if (messages.some((message, index) => message !== known[index])) say("");
  });
  return said;
}
