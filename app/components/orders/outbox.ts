import { postNatively } from "../forms/send-natively";
import { isOffline } from "../ui/connection";
import { askFirst, isCutOff, leaveUnlessDown, soon } from "../ui/line-down";
import { keepTrace, keepTyped, ordersByEnter } from "./typed-delivery";
import {
  askWaiting,
  canWait,
  dropWaiting,
  isOrderPage,
  leaveWaiting,
  NAME,
  noteSynced,
  readWaiting,
  sendWaiting,
  takeBackWaiting,
  type WaitingOrder,
} from "./waiting-order";
import workerAddress from "./waiting-order.worker?worker&url";

/**
 * An order that is pressed while the line is down can be left on this device: it says that it was
 * not sent yet, leaves once the line is back, and is taken back by a press.
 */

/** After so long it is tried again, while the page is seen. */
const AGAIN_MS = 20_000;
/** Ends the address that its question is asked from: a page with it has come from the shop. */
const SEEN = "#question";
/** After so long the browser is taken not to send it by itself. */
const SYNC_MS = 1000;
/** As long as the order itself may take. */
const SLOW_MS = 30_000;
/** A live region has to be in the page for a moment before its text. */
const REGION_MS = 100;

const NOT_SENT = "Pas de connexion\u00a0: rien n'a été envoyé. Ce que vous avez écrit reste dans le formulaire.";
const WAITS =
  "Pas encore envoyée\u00a0: votre commande attend sur cet appareil, et partira dès que la connexion reviendra.";
const WAITS_FOR_PAGE =
  "Pas encore envoyée\u00a0: votre commande attend sur cet appareil. Gardez cette page ouverte, ou revenez sur la boutique une fois la connexion revenue.";
const TRIED =
  "Votre commande est peut-être déjà partie\u00a0: elle est envoyée jusqu'à la réponse, et ne compte qu'une fois.";
const TRIED_BY_PAGE =
  "Votre commande est peut-être déjà partie\u00a0: tant qu'une page de la boutique est ouverte, elle est envoyée jusqu'à la réponse, et ne compte qu'une fois.";
const ANOTHER = "Cette commande n'est pas gardée\u00a0: une autre attend déjà sur cet appareil.";
const ASKED = "Votre commande n'est pas partie\u00a0: il y a quelque chose à vérifier.";
const ASKED_AGAIN = "Votre commande est peut-être déjà partie\u00a0: il y a quelque chose à vérifier.";
const NOT_KEPT = "Cet appareil ne peut pas garder la commande\u00a0: envoyez-la quand la connexion sera revenue.";
const SENT = "Votre commande est bien partie.";
const LATE = "Votre commande n'est pas partie\u00a0: elle a attendu plus d'un jour, et ne sera plus envoyée.";
const NO_LONGER = "Votre commande ne sera plus envoyée, mais elle est peut-être déjà partie.";

let box: HTMLElement | undefined;
/** The form from which an order was left on this page, whose answer is shown at once. */
let form: HTMLFormElement | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps what is typed, and orders that wait.
 * @param typed the form with the delivery fields, where this page has it
 */
export function beginOutbox(typed: HTMLFormElement | null): void {
  keepTyped(typed);
  if (typed || document.forms.namedItem(NAME)) installWorker();
  addEventListener("submit", onSubmit, true);
  addEventListener("online", trySend);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && trySend());
  trySend();
}

function onSubmit(event: SubmitEvent): void {
  if (!isOffline()) return;
  const sent = event.target as HTMLFormElement;
  const pressed = event.submitter as HTMLButtonElement | null;
  const isByEnter = pressed?.value === "defaut" && ordersByEnter(sent);
  const button = isByEnter ? sent.querySelector<HTMLButtonElement>("[value=commander]") : pressed;
  const orders = sent.id === NAME || /^(commander|encore)$/.test(button?.value ?? "");
  if (!orders || !button) return;
  event.preventDefault();
  askFirst(
    button,
    () => pressed?.click(),
    async () => {
      const label = (await willSync()) ? "Envoyer dès que la connexion revient" : "Garder sur cet appareil";
      show(NOT_SENT, canWait() ? [press(label, () => leave(sent, button))] : [], button);
    },
  );
}

async function leave(sent: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const fields = [...new FormData(sent)].map(([name, value]): [string, string] => [name, String(value)]);
  if (button.name) fields.push([button.name, button.value]);
  const what = sent.querySelector("[data-order]")?.textContent ?? "";
  const order: WaitingOrder = { action: sent.action, fields, what, at: Date.now() };
  try {
    const other = await leaveWaiting(order);
    if (other) return showState(other, ANOTHER);
    form = sent;
    if (await willSync()) await noteSynced().catch(() => undefined);
  } catch {
    show(NOT_KEPT);
    return;
  }
  // The line may be back by now.
  void trySend();
}

/** Has the browser wake the worker. @returns whether it will: else a page has to be open */
async function willSync(): Promise<boolean> {
  // Android's WebView takes the request, and never wakes it.
  if (/; wv\)/.test(navigator.userAgent)) return false;
  try {
    const worker = await soon(navigator.serviceWorker.getRegistration("/assets/"), SYNC_MS);
    const { sync } = worker as unknown as { sync: { register: (tag: string) => Promise<void> } };
    await soon(sync.register(NAME), SYNC_MS);
    return true;
  } catch {
    return false;
  }
}

/** Has the worker installed while the line is there: without Background Sync none is needed. */
function installWorker(): void {
  if (!("SyncManager" in window)) return;
  navigator.serviceWorker?.register(workerAddress, { scope: "/assets/" }).catch(() => undefined);
}

async function trySend(): Promise<void> {
  clearTimeout(retry);
  const order = await readWaiting();
  const isSeen = location.hash === SEEN;
  if (isSeen) history.replaceState(history.state, "", location.pathname + location.search);
  // The scripts of the page with its question may not have come before she ordered there.
  const isOver = isSeen || (order?.isTried && isOrderPage(location.pathname));
  if (order?.isAsked && isOver) return dropWaiting();
  if (!order) return;
  if (order.isLate) {
    await dropWaiting();
    return showGone(order.isTried, [LATE, order.what].filter(Boolean).join(" "));
  }
  keepTrace();
  showState(order);
  if (order.page || order.isAsked) return;
  try {
    // Not as one that was tried, which may have left. A slow line is not cut off.
    if (await isCutOff(SLOW_MS)) throw new Error("The line is down.");
    const answered = await sendWaiting();
    if (answered) showState(answered);
    else hide();
  } catch {
    const tried = await readWaiting();
    if (!tried) return;
    showState(tried);
    retry = setTimeout(trySend, AGAIN_MS);
  }
}

function showState(order: WaitingOrder, other?: string): void {
  const { page, isAsked, isTried, isSynced, what } = order;
  if (page && (form || new URL(page).pathname === location.pathname)) {
    dropWaiting().then(() => form && location.assign(page));
    hide();
  } else if (page)
    show(SENT, [
      press("Voir la commande", () => leaveUnlessDown(() => dropWaiting().then(() => location.assign(page)))),
    ]);
  else {
    const asked = isTried ? ASKED_AGAIN : ASKED;
    const waits = isSynced ? (isTried ? TRIED : WAITS) : isTried ? TRIED_BY_PAGE : WAITS_FOR_PAGE;
    const state = other ?? (isAsked ? asked : waits);
    const check = isAsked ? [press("Vérifier la commande", ask)] : [];
    show([state, what].filter(Boolean).join(" "), [...check, press("Ne plus l'envoyer", takeBack)]);
    if (isAsked && form && !other) ask();
  }
}

async function takeBack(): Promise<void> {
  const order = await takeBackWaiting();
  if (order?.page) return showState(order);
  form = undefined;
  showGone(!order || order.isTried, "Votre commande ne sera pas envoyée.");
}

/** Says of an order that waits no more that it has not left, unless it may have. */
function showGone(isTried: boolean | undefined, text: string): void {
  const follow = () => leaveUnlessDown(() => location.assign("/suivi"));
  if (isTried) show(NO_LONGER, [press("Suivre ma commande", follow)]);
  else show(text);
}

/** Posts it as a press does, so that the shop's page with its question comes. */
function ask(): Promise<void> {
  return leaveUnlessDown(async () => {
    const order = await askWaiting();
    // Asked again by a press only.
    form = undefined;
    if (order && !order.isLate) postNatively(order.action + SEEN, order.fields);
  });
}

function press(label: string, then: () => unknown): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = label;
  button.style.margin = "0.75rem 0.75rem 0 0";
  button.addEventListener("click", () => void then());
  return button;
}

/** @param after the pressed button below which it stands; by default the page begins with it */
function show(text: string, buttons: HTMLButtonElement[] = [], after?: Element): void {
  if (!box) {
    box = document.createElement("div");
    box.className = "panel";
    box.tabIndex = -1;
    box.style.margin = "1rem 0";
    const status = document.createElement("p");
    status.setAttribute("role", "status");
    box.append(status);
  }
  if (after) after.after(box);
  else if (!box.isConnected) document.querySelector("main")?.prepend(box);
  const [status, ...old] = box.children;
  // The same buttons stay: one may have the focus.
  if (after || labels(old) !== labels(buttons)) {
    const hadFocus = old.some((button) => button === document.activeElement);
    for (const button of old) button.remove();
    box.append(...buttons);
    // Not the new button, which would take a second press of the same key.
    if (hadFocus) box.focus();
  }
  // Not below the bar at the bottom of a product's page.
  if (after) box.scrollIntoView({ block: "center" });
  setTimeout(() => status && status.textContent !== text && status.replaceChildren(text), REGION_MS);
}

const labels = (buttons: Element[]) => buttons.map(({ textContent }) => textContent).join();

function hide(): void {
  box?.remove();
}
