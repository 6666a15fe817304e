(() => {
  // Chosen on the page before, not yet stored when this one was written.
  try {
    if (sessionStorage.theme) document.documentElement.className = sessionStorage.theme;
  } catch {}

  let settled = false;
  // After a breath: a page that is being left drops its scripts as well, and has not failed.
  const tell = () =>
    setTimeout(() => {
      if (!settled && navigator.sendBeacon) navigator.sendBeacon("/sans-scripts");
      settled = true;
    }, 1000);
  const ours = (address) => !address || address.indexOf(location.origin) === 0;
  addEventListener("shop:hydrated", () => {
    settled = true;
  });
  addEventListener(
    "error",
    (event) => {
      const target = event.target;
      if (target === window ? ours(event.filename) : target && target.tagName === "SCRIPT" && ours(target.src)) tell();
    },
    true,
  );
  addEventListener("unhandledrejection", tell);

  // Scripts begin once the page and its first pictures are there; a picture that never comes does not hold them up.
  let begun = false;
  const begin = () => {
    const held = document.getElementById("entry");
    if (begun || !held) return;
    begun = true;
    for (const address of held.dataset.imports.split(" ")) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = address;
      document.head.append(link);
    }
    // The page came with the styles that it uses: scripts may show more, so they wait for the whole sheet.
    const used = document.getElementById("styles");
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = held.dataset.styles;
    sheet.onload = () => {
      used.remove();
      const entry = document.createElement("script");
      entry.type = "module";
      entry.textContent = held.textContent;
      held.replaceWith(entry);
    };
    sheet.onerror = tell;
    used.after(sheet);
    setTimeout(tell, 15000);
  };
  addEventListener("load", () => setTimeout(begin));
  addEventListener("DOMContentLoaded", () => setTimeout(begin, 4000));
})();
