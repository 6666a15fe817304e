import { type FetcherWithComponents, useFormAction, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLineDown } from "./line";

/**
 * The button that sends a form. While it is being sent it shows `busy`, keeps its focus, and does
 * nothing; other buttons of the page are as they were.
 */
export function Submit(props: {
  id?: string;
  name?: string;
  value?: string;
  /** Of a form that `fetcher.Form` sends. */
  fetcher?: Pick<FetcherWithComponents<unknown>, "state" | "formData">;
  /** Id of its form, where it stands outside. */
  form?: string;
  className?: string;
  busy?: string;
  describedBy?: string;
  children: ReactNode;
}) {
  const {
    id,
    name,
    value,
    fetcher,
    form,
    className = "button-primary",
    busy = "Un instant…",
    describedBy,
    children,
  } = props;
  const navigation = useNavigation();
  const here = useFormAction();
  const sent = fetcher ?? navigation;
  const isOther = !fetcher && navigation.formAction !== undefined && !samePath(navigation.formAction, here);
  const isLineDown = useLineDown();
  const isPending =
    !isLineDown &&
    sent.state !== "idle" &&
    sent.formData !== undefined &&
    !isOther &&
    (!name || sent.formData.get(name) === value);
  return (
    <button
      type="submit"
      id={id}
      form={form}
      name={name}
      value={value}
      className={className}
      aria-describedby={describedBy}
      aria-disabled={isPending || undefined}
      onClick={(event) => isPending && event.preventDefault()}
    >
      {/* Alone in its element: a browser's translator would wrap it. */}
      <span>{isPending ? busy : children}</span>
    </button>
  );
}

const samePath = (one: string, other: string) => one.split("?", 1)[0] === other.split("?", 1)[0];
