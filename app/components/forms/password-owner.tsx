/**
 * Tells password managers whose password it is, before the password. They take fields of the type
 * hidden for none, and the text field in front of a password for the name of its account.
 */
export function PasswordOwner({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
}
