import { Form, NavLink, ScrollRestoration, useLocation, useNavigation } from "@remix-run/react";
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Flash } from "~/domain/content/flash";
import { switchTheme } from "../layout/theme";
import { ThemeForm } from "../layout/theme-form";
import { useLineDown } from "./line";
import { navigationFor } from "./navigation";
import { Nonce } from "./nonce";
import type { OfficeData } from "./office-data";
import { ShortcutKeys } from "./shortcuts";

/** Header, message and content of a page; `data` is undefined when the layout's loader failed. */
export function OfficeShell(props: { data: OfficeData | undefined; isError?: boolean; children: ReactNode }) {
  const { data, isError = false, children } = props;
  const nonce = useContext(Nonce);
  const isLineDown = useLineDown();
  const isLoading = useNavigation().state === "loading" && !isLineDown;
  const flash = useFlash(data?.flash);
  const main = useFocusAfterNavigation();
  return (
    <ShortcutKeys areOn={data?.shortcuts ?? false}>
      <a className="skip" href="#contenu">
        Aller au contenu
      </a>
      <Header staff={data?.staff} shopUrl={data?.shopUrl ?? ""} isError={isError} />
      <main id="contenu" tabIndex={-1} ref={main} aria-busy={isLoading || undefined}>
        {flash && <Message flash={flash} />}
        {children}
      </main>
      {/* There from the start, so that what appears in it is said. */}
      <div role="alert" className="sticky bottom-0 mt-auto print:hidden">
        {isLineDown && (
          <p className="border-t-2 border-error bg-error-ground px-4 py-3">
            La connexion est coupée. Ce que vous avez écrit est encore là&nbsp;: vérifiez-le, puis réessayez.
          </p>
        )}
      </div>
      <Announcement flash={flash} />
      <ScrollRestoration nonce={nonce} />
    </ShortcutKeys>
  );
}

function Header({ staff, shopUrl, isError }: Pick<OfficeData, "staff" | "shopUrl"> & { isError: boolean }) {
  const { key, pathname, search } = useLocation();
  if (!staff)
    return (
      <header className="bar">
        <p className="page flex min-h-target items-center font-display text-lg">Gestion</p>
      </header>
    );
  const { daily, more } = navigationFor(staff.role);
  return (
    <header className="bar office-bar">
      <nav aria-label="Gestion" className="page relative flex flex-wrap items-center justify-between gap-x-4">
        <ul className="flex flex-wrap gap-x-3 sm:gap-x-4">
          {daily.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end={to === "/gestion"} className="row quiet">
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        {/* A new page comes with the menu closed. */}
        <details className="menu office-menu ms-auto" key={key} onBlur={closeBehind} onKeyDown={closeOnEscape}>
          <summary className="row quiet cursor-pointer">
            <span className="sr-only">Menu de </span>
            <span className="max-w-[12rem] overflow-hidden text-ellipsis">{staff.name}</span>
            <span aria-hidden="true">&nbsp;▾</span>
          </summary>
          <div className="bg-ground">
            <ul>
              {more.map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} className="row quiet">
                    {label}
                  </NavLink>
                </li>
              ))}
              <li>
                <a href={`${shopUrl}/`} className="row quiet">
                  Voir la boutique
                </a>
              </li>
            </ul>
            <ThemeForm
              action="/gestion/theme"
              // A page of an error repeats nothing of its address.
              here={isError ? "/gestion" : `${pathname}${search}`}
              className="row w-full gap-2"
              labelClass=""
              onSubmit={pressTheme}
            />
            {/* A new document, so that nothing of the session stays in this one. */}
            <Form method="post" action="/gestion/sortie" reloadDocument>
              <button type="submit" className="row w-full">
                Se déconnecter
              </button>
            </Form>
          </div>
        </details>
      </nav>
    </header>
  );
}

/** It would cover what has the focus then. */
function closeBehind({ currentTarget: menu, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
}

function closeOnEscape({ key, currentTarget: menu }: KeyboardEvent<HTMLDetailsElement>) {
  if (key !== "Escape") return;
  menu.querySelector("summary")?.focus();
  menu.open = false;
}

/** Old browsers do not say which button it was, and send the form. */
function pressTheme(event: FormEvent) {
  const { submitter } = event.nativeEvent as SubmitEvent;
  if (!submitter) return;
  event.preventDefault();
  switchTheme(submitter as HTMLButtonElement);
}

/** It stays until one goes on, whatever else the page asks for meanwhile. */
function useFlash(newest: Flash | undefined): Flash | undefined {
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, flash: newest });
  const latest = newest ?? (kept.key === key ? kept.flash : undefined);
  useEffect(() => setKept({ key, flash: latest }), [key, latest]);
  return latest;
}

/** What was just done, in the HTML before the heading (PE-5). */
function Message({ flash: { type, message } }: { flash: Flash }) {
  const isError = type === "error";
  const colors = isError ? "border-error bg-error-ground" : "border-success bg-success-ground";
  return (
    <div className="page pt-4">
      <p role={isError ? "alert" : "status"} data-flash={type} className={`max-w-prose border-s-4 px-4 py-3 ${colors}`}>
        {message}
      </p>
    </div>
  );
}

/**
 * After a page that scripts fetched the focus is on its content, unless what was pressed is
 * still there, such as a filter or a button of a list, or somebody has gone on meanwhile.
 */
function useFocusAfterNavigation() {
  const { key, pathname } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const main = useRef<HTMLElement>(null);
  const pressed = useRef<Element | null>(null);
  const last = useRef({ key, pathname });
  useEffect(() => {
    const before = last.current;
    last.current = { key, pathname };
    if (before.key === key) return;
    const { activeElement, body } = document;
    const isInPlace = pathname === before.pathname && main.current?.contains(activeElement);
    // The body has it where what was pressed is gone.
    if (!isInPlace && (activeElement === pressed.current || activeElement === body)) main.current?.focus();
  }, [key, pathname]);
  useEffect(() => {
    if (!isIdle) pressed.current = document.activeElement;
  }, [isIdle]);
  return main;
}

/** Says the title of a page that scripts fetched, and its message. */
function Announcement({ flash }: { flash: Flash | undefined }) {
  const { key } = useLocation();
  const first = useRef(key);
  const [said, say] = useState("");
  useEffect(() => {
    if (first.current === key) return;
    first.current = "";
    // The title follows in an effect further out.
    const timer = setTimeout(() => say([flash?.message, document.title].filter(Boolean).join(" ")), 50);
    // Once it was said, who reads the page to its end should not hear it again.
    const end = setTimeout(() => say(""), 5000);
    return () => {
      clearTimeout(timer);
      clearTimeout(end);
    };
  }, [key, flash]);
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  );
}
