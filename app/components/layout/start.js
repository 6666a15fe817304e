(() => {
  // The theme chosen on the last page, which was not stored yet when this page was written.
  try {
    if (sessionStorage.theme) document.documentElement.className = sessionStorage.theme;
  } catch {}

  // Reports failed scripts, so that the next pages come without. It waits a moment, since a page
  // that is being left drops its scripts as well.
  const report = () =>
    setTimeout(() => {
      const { dataset } = document.documentElement;
      if (dataset.scripts || !navigator.sendBeacon) return;
      dataset.scripts = "off";
      navigator.sendBeacon("/sans-scripts");
    }, 1000);
  const isOurs = (address) => !address || address.indexOf(location.origin) === 0;
  addEventListener(
    "error",
    ({ target, filename }) => {
      if (target === window ? isOurs(filename) : target && target.tagName === "SCRIPT" && isOurs(target.src)) report();
    },
    true,
  );
  // Chromium rejects promises that no script asked for when it gives up the fade between two pages,
  // as it does for a pointer that moves at that moment or a window that changes its size.
  addEventListener("unhandledrejection", (event) => {
    if (/^\w+Error: Transition was /.test(event.reason)) event.preventDefault();
    else report();
  });
  setTimeout(report, 20000);
})();
