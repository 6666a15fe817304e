import type { ComponentProps } from "react";
import { TextField } from "./fields";

/** The search of a list, with its button, in a form whose parts stand side by side. */
export function SearchField(props: Pick<ComponentProps<typeof TextField>, "field" | "label" | "hint">) {
  return (
    <>
      <TextField
        {...props}
        className="min-w-0 flex-1 basis-60"
        type="search"
        spellCheck={false}
        enterKeyHint="search"
      />
      <button type="submit" className="button-primary">
        Chercher
      </button>
    </>
  );
}
