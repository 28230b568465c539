import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';

export const useMayManage = (): boolean => mayAccess('manage_sso', asActor(useCurrentUser()));
