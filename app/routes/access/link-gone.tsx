import { ErrorSummary } from "~/components/forms/error-summary";
import { LINK_GONE } from "./words";

/** Where a mailed link leads once it has been used, or too late. */
export function LinkGone(props: {
  title: string;
  /** A form was sent with it, and nothing was done. */
  isRefused: boolean;
  next: readonly { href: string; label: string }[];
}) {
  const { title, isRefused, next } = props;
  return (
    <>
      {isRefused && <ErrorSummary problems={[]} intro={LINK_GONE} />}
      <div className="page py-8">
        <div className="prose">
          <h1 className="text-2xl">{title}</h1>
          {!isRefused && <p>{LINK_GONE}</p>}
          <p className="flex flex-wrap gap-x-6 gap-y-3">
            {next.map(({ href, label }) => (
              <a key={href} className="button" href={href}>
                {label}
              </a>
            ))}
          </p>
        </div>
      </div>
    </>
  );
}
