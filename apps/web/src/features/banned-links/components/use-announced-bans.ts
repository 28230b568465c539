import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { useBans } from '../api/banned-links.ts';

/** BAN-007, BAN-008 */
export function useAnnouncedBans() {
  const { t } = useTranslation('banned-links');
  const bans = useBans();
  const say = (message: string, undo: () => void) =>
    showSnackbar({ message, tone: 'success', key: 'banned-link', action: { label: t('undo'), act: undo } });
  const sayBanned = (url: string) => say(t('banned', { url }), () => void unban(url).catch(showError));
  async function ban(url: string): Promise<void> {
    await bans.ban(url);
    sayBanned(url);
  }
  async function unban(url: string): Promise<void> {
    await bans.unban(url);
    say(t('unbanned', { url }), () => void ban(url).catch(showError));
  }
  return { ban, unban };
}
