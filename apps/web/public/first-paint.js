// Runs before the first paint, outside the bundle: the chosen theme must be known before anything is drawn.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('headwater.theme') || 'auto';
  } catch {
    // Storage is closed to the page: follow the system.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
