import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';

/** SSO-015. */
export const useMayManage = (): boolean => mayAccess('manage_sso', asActor(useCurrentUser()));
