import { textsOf } from '#lib/i18n.ts';
import { showSnackbar } from '#ui/snackbar.tsx';

/** `path`: with the query string. */
export async function copyLink(path: string): Promise<void> {
  const t = textsOf('saved-queries');
  const address = `${location.origin}${path}`;
  // Browsers offer the clipboard to secure pages only.
  const copied = await Promise.resolve(navigator.clipboard?.writeText(address).then(() => true)).catch(() => false);
  if (copied) showSnackbar({ message: t('menu.linkCopied'), tone: 'success' });
  else showSnackbar({ message: t('menu.linkNotCopied', { address }) });
}
