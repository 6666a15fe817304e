/**
 * A field that people do not find and that programs fill in. Its content is never shown again, so
 * that a form in which a browser filled it in passes the second time.
 */
export function Honeypot() {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Laissez vide
        <input type="text" name="site" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
