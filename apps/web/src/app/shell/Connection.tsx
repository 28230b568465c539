import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './Shell.module.css';

const askAgainMs = 3000;

/** No response, or one of a proxy without a server. */
const isUnreachable = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 504);

async function isServerReachable(): Promise<boolean> {
  try {
    await api.accounts.me({}, { context: { visitor: true } });
    return true;
  } catch (error) {
    return !isUnreachable(error);
  }
}

export function Connection() {
  const { t } = useTranslation('app');
  const client = useQueryClient();
  const [away, setAway] = useState(false);
  useEffect(() => {
    let isChecking = false;
    let left = false;
    const note = () => setAway(true);
    // Refetching after a single failed call would hide the error that its block shows.
    const checkConnection = async (error: unknown) => {
      if (isChecking || !isUnreachable(error)) return;
      isChecking = true;
      const isThere = await isServerReachable();
      isChecking = false;
      if (!isThere && !left) note();
    };
    const ofQueries = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && 'error' in event.action) void checkConnection(event.action.error);
    });
    const ofMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && 'error' in event.action) void checkConnection(event.action.error);
    });
    window.addEventListener('offline', note);
    return () => {
      left = true;
      ofQueries();
      ofMutations();
      window.removeEventListener('offline', note);
    };
  }, [client]);
  useEffect(() => {
    if (!away) return undefined;
    const ask = async () => {
      if (!(await isServerReachable())) return;
      setAway(false);
      await client.invalidateQueries();
    };
    const timer = setInterval(() => void ask(), askAgainMs);
    return () => clearInterval(timer);
  }, [away, client]);
  return <output className={away ? classes.notice : undefined}>{away && t('reconnecting')}</output>;
}
