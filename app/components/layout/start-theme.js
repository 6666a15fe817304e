// The theme chosen on the last page, which was not stored yet when this page was written.
try {
  if (sessionStorage.theme) document.documentElement.className = sessionStorage.theme;
} catch {}
