import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';

/** ROLE-016: why an account manager cannot change the settings. */
export function useClosedSettings(id: number | undefined): string | undefined {
  const { t } = useTranslation('companies');
  const actor = asActor(useCurrentUser());
  return id === undefined || mayAccess('staff', actor) ? undefined : t('closedSettings');
}
