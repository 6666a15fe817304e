/** Where a sign-in leads, and the form that goes along with it (carried-form.server.ts). */
export function CarriedFields({ back, suite }: { back: string; suite: string | undefined }) {
  return (
    <>
      <input type="hidden" name="retour" value={back} />
      {suite && <input type="hidden" name="suite" value={suite} />}
    </>
  );
}
