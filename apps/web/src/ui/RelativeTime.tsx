/** <RelativeTime value={row.updated_at} /> */
import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { formatDate, formatRelative } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';

const step = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = Date.now();
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, step);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function RelativeTime({ value }: { value: string | number | Date }) {
  const { language } = useTranslation('ui');
  const current = useSyncExternalStore(subscribe, () => now);
  return (
    <Tooltip label={formatDate(value, language, 'dateTime')}>
      <time dateTime={new Date(value).toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {formatRelative(value, language, current)}
      </time>
    </Tooltip>
  );
}
