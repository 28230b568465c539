import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';

/** SSO-015: whether the person changes what they read of single sign-on. */
export const useMayManage = (): boolean => mayAccess('manage_sso', asActor(useCurrentUser()));
