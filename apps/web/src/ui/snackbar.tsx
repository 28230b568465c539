/**
 * Short notices at the bottom of the screen (SHELL-026), with a fade of 300 ms. A notice replaces
 * the one with the same `key`; one with `actions` and no `duration` stays until the user chooses.
 *   showSnackbar({ message: t('moved', { count }), action: { label: t('undo'), act: undo } });
 *   showError(error)   // ignores aborted requests and lost sessions
 */
import { CloseButton, UnstyledButton } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, isAbort, statusMessage } from '#lib/api-error.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { addSnack } from './snackbar-places.ts';
import classes from './snackbar.module.css';

export interface SnackAction {
  label: string;
  act: () => void;
}

export interface Snack {
  message: string;
  tone?: 'neutral' | 'success' | 'danger';
  action?: SnackAction;
  actions?: readonly SnackAction[];
  key?: string;
  /** In milliseconds: 5000, 8000 with an action, 10000 for errors. */
  duration?: number;
}

export type Shown = Snack & { id: number };
const fade = 300;
let shown: readonly Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function showSnackbar(snack: Snack): () => void {
  const id = ++lastId;
  change(addSnack(shown, { ...snack, id }));
  return () => remove(id);
}

const clear = () => change([]);
const remove = (id: number) => change(shown.filter((one) => one.id !== id));

/** REQ-029: rethrows other errors. Silent calls do not use it (REQ-030, REQ-031). */
export function showError(error: unknown): void {
  if (isAbort(error) || (error instanceof ApiError && error.status === 401)) return;
  const message = error instanceof ApiError ? error.message : statusMessage(0, currentLanguage());
  showSnackbar({ message, tone: 'danger', key: message });
  if (error !== undefined && !(error instanceof ApiError)) reportError(error);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Snackbars() {
  const { t } = useTranslation('ui');
  const snacks = useSyncExternalStore(subscribe, () => shown);
  useEffect(() => clear, []);
  return (
    <section className={classes.place} aria-label={t('notifications')} aria-live="polite" aria-relevant="additions">
      {snacks.map((snack) => (
        <SnackView key={snack.id} snack={snack} />
      ))}
    </section>
  );
}

function SnackView({ snack }: { snack: Shown }) {
  const { t } = useTranslation('ui');
  const [leaving, setLeaving] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const { action, actions } = snack;
  const duration = snack.duration ?? (snack.tone === 'danger' ? 10_000 : action ? 8000 : 5000);
  const stays = actions !== undefined && snack.duration === undefined;
  useEffect(() => {
    if (isPaused || leaving || stays) return undefined;
    const timer = setTimeout(() => setLeaving(true), duration);
    return () => clearTimeout(timer);
  }, [isPaused, leaving, duration, stays]);
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => remove(snack.id), fade);
    return () => clearTimeout(timer);
  }, [leaving, snack.id]);
  const choose = (chosen: SnackAction) => {
    chosen.act();
    setLeaving(true);
  };
  return (
    <div
      className={classes.snack}
      data-tone={snack.tone ?? 'neutral'}
      data-leaving={leaving || undefined}
      role={snack.tone === 'danger' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      <span className={classes.message}>{snack.message}</span>
      {(actions ?? (action ? [action] : [])).map((each) => (
        <UnstyledButton key={each.label} className={classes.action} onClick={() => choose(each)}>
          {each.label}
        </UnstyledButton>
      ))}
      {!stays && <CloseButton size="sm" className={classes.close} aria-label={t('dismiss')} onClick={() => setLeaving(true)} />}
    </div>
  );
}
