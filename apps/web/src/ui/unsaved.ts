import { textsOf } from '#lib/i18n.ts';
import { confirm } from './modals.tsx';

/** Components with unsaved input; see UnsavedGuard in form.tsx. */
const holders = new Set<symbol>();

export function holdUnsaved(): () => void {
  const holder = Symbol('unsaved');
  holders.add(holder);
  return () => holders.delete(holder);
}

export const hasUnsaved = (): boolean => holders.size > 0;

/** Asks whether to discard unsaved input. */
export function mayLeave(): Promise<boolean> {
  const t = textsOf('ui');
  return confirm({ title: t('unsavedTitle'), text: t('unsavedText'), confirm: t('leave'), cancel: t('stay'), danger: true });
}
