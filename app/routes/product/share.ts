/** Opens the device's share sheet, or copies the address and says so. */
export async function share(link: HTMLElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? location.href;
  if (navigator.share) {
    await navigator.share({ title: document.title, url }).catch((error: Error) => {
      // The shopper closed the sheet, or has pressed twice.
      if (!/^(Abort|InvalidState)Error$/.test(error.name)) throw error;
    });
    return;
  }
  await navigator.clipboard.writeText(url);
  const status = link.parentElement?.querySelector("[role=status]");
  if (status) status.textContent = "Lien copié";
}
