import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { AFTER, NextPage } from "~/components/office/next-page";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { PressedList } from "~/components/office/pressed-list";
import { Submit } from "~/components/office/submit";
import { formatFigures } from "~/domain/values/dates";
import { readForm, text } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { openOffice } from "./open-office.server";

/** Messages of /contact that nobody has answered. Answers are written in a mail program. */

export const handle = { office: { see: "calls" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { office } = await openOffice(request, "calls");
  const after = new URL(request.url).searchParams.get(AFTER) ?? undefined;
  const { rows, next } = await office.openMessages(after);
  return {
    next,
    messages: rows.map(({ at, email, subject, ...message }) => ({
      ...{ ...message, email, subject, at: formatFigures(at) },
      answer: `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`,
    })),
  };
}

const HERE = "/gestion/messages";

export async function action({ request }: ActionFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const form = await readForm(request);
  const isAnswered = text(form, "intent") === "repondu";
  if (!isAnswered || !(await office.answerMessage(text(form, "demande"), by)))
    return refusal({ intro: "Ce message n'attend plus de réponse." });
  return redirectWithSuccess(HERE, "Message traité.");
}

const TITLE = "Messages sans réponse";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Messages() {
  const { messages, next } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage title={TITLE} refused={refused} className="page office-narrow pb-8">
      {messages.length === 0 && <Nothing title="Tous les messages ont reçu une réponse." />}
      <PressedList>
        {messages.map(({ id, name, email, subject, message, at, answer }) => (
          <li key={id} className="border-t py-4">
            <h2 className="break-words text-xl">{subject}</h2>
            <p className="break-words text-muted">
              {name}, {email}, {at}
            </p>
            <p className="mt-2 whitespace-pre-wrap break-words">{message}</p>
            <Form method="post" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
              <input type="hidden" name="demande" value={id} />
              <a className="button-primary" href={answer}>
                Répondre<span className="sr-only"> à {name}</span>
              </a>
              <Submit name="intent" value="repondu" className="button">
                Marquer comme traité<span className="sr-only"> le message de {name}</span>
              </Submit>
            </Form>
          </li>
        ))}
      </PressedList>
      <NextPage next={next} />
    </OfficePage>
  );
}
