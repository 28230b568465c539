// Runs before the first paint, outside the bundle: the theme must be known before the browser
// draws.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('headwater.theme') || 'auto';
  } catch {
    // Without access to storage the page follows the system theme.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
