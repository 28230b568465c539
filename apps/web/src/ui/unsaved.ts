import { textsOf } from '#lib/i18n.ts';
import { confirm } from './modals.tsx';

/** Typed text that would be lost, on whatever is open. A form registers while it holds some; see UnsavedGuard in form.tsx. */
const holders = new Set<symbol>();

export function holdUnsaved(): () => void {
  const holder = Symbol('unsaved');
  holders.add(holder);
  return () => holders.delete(holder);
}

/** True while somebody would lose what they typed if the screen were left now. */
export const hasUnsaved = (): boolean => holders.size > 0;

/** Asks whether what was typed may be lost. */
export function mayLeave(): Promise<boolean> {
  const t = textsOf('ui');
  return confirm({ title: t('unsavedTitle'), text: t('unsavedText'), confirm: t('leave'), cancel: t('stay'), danger: true });
}
