/** Opens the device's share sheet, or copies the address and says so. */
export async function share(link: HTMLAnchorElement): Promise<void> {
  const address = new URL(decodeURIComponent(link.search.replace("?body=", "")));
  // Another colour than the page came with.
  const chosen = document.querySelector<HTMLInputElement>("[name=couleur]:checked:not([checked])");
  if (chosen) address.searchParams.set("couleur", chosen.value);
  const url = address.href;
  if (navigator.share) {
    // The page's title may name the colour that it came with.
    const title = document.querySelector("h1")?.textContent ?? document.title;
    await navigator.share({ title, url }).catch((error: Error) => {
      // The shopper closed the sheet, or has pressed twice.
      if (!/^(Abort|InvalidState)Error$/.test(error.name)) throw error;
    });
    return;
  }
  await navigator.clipboard.writeText(url);
  const status = link.parentElement?.querySelector("[role=status]");
  if (status) status.textContent = "Lien copié";
}
