import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { LastDone } from "~/components/office/last-done";
import { AFTER, NextPage } from "~/components/office/next-page";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { PressedList } from "~/components/office/pressed-list";
import { Submit } from "~/components/office/submit";
import { formatFigures } from "~/domain/values/dates";
import { ofName } from "~/domain/values/of-name";
import { readForm, text } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import type { StoredMessage } from "~/shop/services/day-office";
import { openOffice } from "./open-office.server";

/** Messages of /contact that nobody has answered. Answers are written in a mail program. */

export const handle = { office: { see: "calls" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { office } = await openOffice(request, "calls");
  const after = afterOf(request);
  const { rows, next } = await office.openMessages(after);
  const answered = after === undefined ? await office.answeredMessages() : [];
  return { next, open: rows.map(viewOf), answered: answered.map(viewOf) };
}

const afterOf = (request: Request) => new URL(request.url).searchParams.get(AFTER) ?? undefined;

const viewOf = ({ at, email, subject, ...message }: StoredMessage) => ({
  ...{ ...message, email, subject, at: formatFigures(at) },
  answer: `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`,
});

const HERE = "/gestion/messages";

export async function action({ request }: ActionFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const form = await readForm(request);
  const intent = text(form, "intent");
  const isAnswered = intent === "repondu";
  if (!isAnswered && intent !== "remettre") return refusal({ intro: "Utilisez les boutons de la page." });
  if (await office.answerMessage(text(form, "demande"), by, isAnswered)) {
    const after = afterOf(request);
    const isLater = after !== undefined && (await office.openMessages(after)).rows.length > 0;
    const here = isLater ? `${HERE}?${new URLSearchParams({ [AFTER]: after })}` : HERE;
    return redirectWithSuccess(here, isAnswered ? "Message traité." : "Message remis.");
  }
  return refusal({
    intro: isAnswered ? "Ce message n'attend plus de réponse." : "Ce message attend déjà une réponse.",
  });
}

const TITLE = "Messages sans réponse";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Messages() {
  const { open, answered, next } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage title={TITLE} refused={refused} className="page office-narrow pb-8">
      {open.length === 0 && <Nothing title="Tous les messages ont reçu une réponse." />}
      <PressedList>
        {open.map((message) => (
          <MessageItem key={message.id} message={message}>
            <a className="button-primary" href={message.answer}>
              Répondre<span className="sr-only"> à {message.name}</span>
            </a>
            <Submit name="intent" value="repondu" className="button">
              Marquer comme traité<span className="sr-only"> le message {ofName(message.name)}</span>
            </Submit>
          </MessageItem>
        ))}
      </PressedList>
      <NextPage next={next} />
      {answered.length > 0 && (
        <LastDone title="Derniers messages traités">
          {answered.map((message) => (
            <MessageItem key={message.id} message={message}>
              <Submit name="intent" value="remettre" className="button">
                Remettre<span className="sr-only"> le message {ofName(message.name)} parmi ceux sans réponse</span>
              </Submit>
            </MessageItem>
          ))}
        </LastDone>
      )}
    </OfficePage>
  );
}

function MessageItem({ message, children }: { message: ReturnType<typeof viewOf>; children: ReactNode }) {
  const { id, name, email, subject, at } = message;
  return (
    <li className="border-t py-4">
      <h2 dir="auto" className="break-words text-xl">
        {subject}
      </h2>
      <p className="break-words text-muted">
        {name}, {email}, {at}
      </p>
      <p dir="auto" className="mt-2 whitespace-pre-wrap break-words">
        {message.message}
      </p>
      <Form method="post" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <input type="hidden" name="demande" value={id} />
        {children}
      </Form>
    </li>
  );
}
