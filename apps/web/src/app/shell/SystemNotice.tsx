import { Suspense, useEffect, useState } from 'react';
import { useCurrentUser } from '#lib/current-user.ts';
import { lazyAside } from '#ui/lazy-part.tsx';

/** NOTF-007: in ms, after the user is loaded. */
const delay = 3000;

const SystemPopup = lazyAside(() => import('#features/notifications/components/SystemPopup.tsx'), 'SystemPopup', ['notifications']);

/** NOTF-008: shows the first notification without an interaction. */
export function SystemNotice() {
  const user = useCurrentUser();
  // Staff who act as the user must not read it for them.
  const first = user.impersonated_by === null ? user.system_notifications.find(({ interacted }) => !interacted) : undefined;
  const id = first?.id;
  const [due, setDue] = useState<number>();
  useEffect(() => {
    if (id === undefined) return undefined;
    SystemPopup.preload();
    const timer = setTimeout(() => setDue(id), delay);
    return () => clearTimeout(timer);
  }, [id]);
  if (!first || due !== id) return null;
  return (
    <Suspense>
      <SystemPopup key={id} notification={first} />
    </Suspense>
  );
}
