(() => {
  // Buttons that scripts make needless are not painted while these are awaited. They come back when
  // somebody chooses before a script is there, or has begun to use its part of the page for long.
  const { dataset } = document.documentElement;
  dataset.awaited = "";
  const asleep = "[data-island]:not([data-awake]),[data-enhance]:not([data-enhanced])";
  const giveUp = () => delete dataset.awaited;
  const watch = (type, patience) =>
    addEventListener(type, ({ target }) => setTimeout(() => target.closest(asleep) && giveUp(), patience));
  watch("change", 0);
  watch("focusin", 4000);

  // WebKit keeps a page that was left without the scripts that had not come.
  let isKept;
  window.onpageshow = ({ persisted }) => (isKept = persisted);

  // Reports failed scripts of the shop, so that the next pages come without, unless something typed
  // or an order waits for them on this device. It waits a moment, since a page that is being left
  // drops its scripts as well.
  const report = () =>
    setTimeout(() => {
      if (dataset.scripts) return;
      giveUp();
      try {
        if (isKept || localStorage.saisie) return;
      } catch {}
      dataset.scripts = "off";
      navigator.sendBeacon("/sans-scripts");
    }, 1000);
  const reportOurs = (source) => {
    if (`${source}`.includes(`${origin}/assets/`)) report();
  };
  // A script that runs has a file; an element that fails has none.
  addEventListener("error", ({ target, filename = target.src }) => reportOurs(filename), true);
  // Chromium rejects promises that no script asked for when it gives up the fade between two pages,
  // as it does for a pointer that moves at that moment or a window that changes its size.
  addEventListener("unhandledrejection", (event) => {
    if (/\wError: Transition was/.test(event.reason)) event.preventDefault();
    else reportOurs(Object(event.reason).stack);
  });
  setTimeout(report, 20000);
})();
