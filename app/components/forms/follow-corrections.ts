/** As long as the summary of a refused form is there, it names what is still wrong, and no more. */
export function followCorrections(summary: HTMLElement): void {
  const lines = [...summary.querySelectorAll("li")];
  const errors = [...document.querySelectorAll<HTMLElement>(".wrong[id]")];
  const followed = lines.flatMap((line) => {
    // The same words stand beside the field; other lines are about the order as a whole.
    const id = errors.find(({ textContent }) => textContent === line.textContent)?.id;
    return id === undefined ? [] : [{ line, id }];
  });
  const [heading, words] = [summary.querySelector("h2"), summary.querySelector("div")];
  if (followed.length === 0 || !heading || !words) return;
  const before = heading.textContent;
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  summary.append(status);

  const follow = () => {
    const isWrong = ({ id }: { id: string }) => Boolean(document.getElementById(id)?.textContent);
    // What stands below does not move under the finger.
    if (!followed.every(isWrong)) summary.style.minHeight ||= `${summary.offsetHeight}px`;
    for (const { line, id } of followed) {
      const error = document.getElementById(id)?.textContent ?? "";
      const place = line.querySelector("a") ?? line;
      if (line.contains(document.activeElement) && !error) summary.focus({ preventScroll: true });
      line.hidden = !error;
      if (error && place.textContent !== error) place.textContent = error;
    }
    const isMended = lines.every(({ hidden }) => hidden);
    if (isMended === words.hidden) return;
    words.hidden = isMended;
    heading.textContent = isMended ? "C'est corrigé" : before;
    status.textContent = isMended ? "Vous pouvez envoyer le formulaire." : "";
    for (const name of ["border-error", "bg-error-ground"]) summary.classList.toggle(name, !isMended);
    for (const name of ["border-success", "bg-success-ground"]) summary.classList.toggle(name, isMended);
    // Said once, however often a field changes.
    if (!isMended) status.removeAttribute("role");
  };
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
}
