/** The sheet of this device, or the address on its clipboard, and a word about that. */
export async function share(link: HTMLElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? location.href;
  if (navigator.share) {
    await navigator.share({ title: document.title, url }).catch((error: Error) => {
      // Closed by the shopper: that is an answer as well.
      if (error.name !== "AbortError") throw error;
    });
    return;
  }
  await navigator.clipboard.writeText(url);
  const status = link.parentElement?.querySelector("[role=status]");
  if (status) status.textContent = "Lien copié";
}
