import { useFormAction, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLineDown } from "./line";

/**
 * The button that sends a form. While it is being sent it says so, keeps its focus, and does
 * nothing; other buttons of the page are as they were.
 */
export function Submit(props: {
  id?: string;
  name?: string;
  value?: string;
  className?: string;
  describedBy?: string;
  children: ReactNode;
}) {
  const { id, name, value, className = "button-primary", describedBy, children } = props;
  const navigation = useNavigation();
  const here = useFormAction();
  const isOther = navigation.formAction !== undefined && !samePath(navigation.formAction, here);
  const isLineDown = useLineDown();
  const isPending =
    !isLineDown &&
    navigation.state !== "idle" &&
    navigation.formData !== undefined &&
    !isOther &&
    (!name || navigation.formData.get(name) === value);
  return (
    <button
      type="submit"
      id={id}
      name={name}
      value={value}
      className={className}
      aria-describedby={describedBy}
      aria-disabled={isPending || undefined}
      onClick={(event) => isPending && event.preventDefault()}
    >
      {/* Elements come and go: a text that a translator has replaced cannot be removed. */}
      <span hidden={isPending}>{children}</span>
      {isPending && <span>Un instant…</span>}
    </button>
  );
}

const samePath = (one: string, other: string) => one.split("?", 1)[0] === other.split("?", 1)[0];
