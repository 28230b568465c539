import { textsOf } from '#lib/i18n.ts';
import { confirm } from './modals.tsx';

const holders = new Set<symbol>();

export function registerUnsaved(): () => void {
  const holder = Symbol('unsaved');
  holders.add(holder);
  return () => holders.delete(holder);
}

export const hasUnsaved = (): boolean => holders.size > 0;

export function mayLeave(): Promise<boolean> {
  const t = textsOf('ui');
  return confirm({ title: t('unsavedTitle'), text: t('unsavedText'), confirm: t('leave'), cancel: t('stay'), danger: true });
}

/** For a dialog with a guarded form: asks only about unsaved changes. */
export const mayClose = (): boolean | Promise<boolean> => !hasUnsaved() || mayLeave();
