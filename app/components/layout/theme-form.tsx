import type { FormEventHandler } from "react";
import { Icon } from "./icon";

/** Posts the other theme: the style sheet shows one of the buttons, as the system may decide. */
export function ThemeForm(props: {
  action: string;
  here: string;
  className?: string;
  labelClass?: string;
  onSubmit?: FormEventHandler<HTMLFormElement>;
}) {
  const { action, here, className = "icon", labelClass = "sr-only", onSubmit } = props;
  return (
    <form method="post" action={action} onSubmit={onSubmit}>
      <input type="hidden" name="retour" value={here} />
      <button type="submit" name="theme" value="dark" className={`${className} to-dark`}>
        <Icon shape="M20 15A9 9 0 0 1 9 4a9 9 0 1 0 11 11z" />
        <span className={labelClass}>Thème sombre</span>
      </button>
      <button type="submit" name="theme" value="light" className={`${className} to-light`}>
        <Icon shape="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1 1m12 12 1 1m0-14-1 1M6 18l-1 1" />
        <span className={labelClass}>Thème clair</span>
      </button>
    </form>
  );
}
