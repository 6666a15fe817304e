(() => {
  // Chosen on the page before, not yet stored when this one was written.
  try {
    if (sessionStorage.theme) document.documentElement.className = sessionStorage.theme;
  } catch {}

  // A page whose scripts fail says so, and the next ones come without. After a moment: a page that is being left drops its
  // scripts as well, and has not failed.
  const tell = () =>
    setTimeout(() => {
      if (document.documentElement.dataset.scripts || !navigator.sendBeacon) return;
      document.documentElement.dataset.scripts = "failed";
      navigator.sendBeacon("/sans-scripts");
    }, 1000);
  const isOurs = (address) => !address || address.indexOf(location.origin) === 0;
  addEventListener(
    "error",
    ({ target, filename }) => {
      if (target === window ? isOurs(filename) : target && target.tagName === "SCRIPT" && isOurs(target.src)) tell();
    },
    true,
  );
  addEventListener("unhandledrejection", tell);
  setTimeout(tell, 20000);
})();
