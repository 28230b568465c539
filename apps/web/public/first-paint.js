// Runs before the first paint, so that the page never flashes in the wrong theme.
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
