import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { registerUnsaved } from '#ui/unsaved.ts';

export function LeaveGuard({ runs }: { runs: boolean }) {
  const { t } = useTranslation('profile-import');
  const current = useRef(runs);
  useEffect(() => {
    current.current = runs;
  });
  // A new sign-in opens over the list.
  useEffect(() => (runs ? registerUnsaved() : undefined), [runs]);
  useBlocker({
    shouldBlockFn: async () =>
      current.current && !(await confirm({ title: t('leaveTitle'), text: t('leaveText'), confirm: t('leave'), cancel: t('stay') })),
    enableBeforeUnload: () => current.current,
  });
  return null;
}
