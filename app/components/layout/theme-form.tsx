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
        <Icon shape="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
        <span className={labelClass}>Thème sombre</span>
      </button>
      <button type="submit" name="theme" value="light" className={`${className} to-light`}>
        <Icon shape="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M19 5l-1.4 1.4M6.4 17.6 5 19" />
        <span className={labelClass}>Thème clair</span>
      </button>
    </form>
  );
}
