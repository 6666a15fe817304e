/**
 * A field that neither eyes, ears nor the tab key find, and that programs fill in which fill in everything. What is in it is
 * never shown again, so that a real form which a browser filled too eagerly passes the second time.
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
