import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { PrintButton } from "~/components/office/print-button";
import type { RouteHandle } from "~/route-handle";
import { takeShownOnce } from "~/session/shown-once.server";
import { requireStaff } from "~/session/staff.server";

/** New recovery codes, shown once. */

export const handle = { office: { see: "staff" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request);
  const { shown, headers } = await takeShownOnce(request);
  return data({ codes: shown && "codes" in shown ? shown.codes : [] }, { headers });
}

const TITLE = "Vos codes de récupération";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Codes() {
  const { codes } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title={TITLE}
      lead={
        <p className="mt-2">
          {codes.length > 0
            ? "Imprimez-les ou recopiez-les maintenant\u00a0: ils ne seront plus montrés. Chacun remplace une fois votre clé d'accès ou l'application, si vous perdez votre appareil."
            : "Ils ont déjà été montrés. Dans Sécurité, vous pouvez en créer dix autres\u00a0; les anciens ne seront alors plus valables."}
        </p>
      }
    >
      {codes.length > 0 && (
        <ol className="mt-2 list-decimal ps-8 tabular-nums">
          {codes.map((code) => (
            <li key={code} className="py-1">
              <code className="break-words">{code}</code>
            </li>
          ))}
        </ol>
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        <Link className="button-primary" to={codes.length > 0 ? "/gestion" : "/gestion/securite"}>
          {codes.length > 0 ? "Je les ai gardés, continuer" : "Sécurité"}
        </Link>
        {codes.length > 0 && <PrintButton />}
      </p>
    </OfficePage>
  );
}
