import type { HiringManagerSettings } from '@headwater/contract/hiring-manager-settings';
import type { HiringManagerAccess } from '@headwater/domain/permission-flags';
import { queryOptions } from '@tanstack/react-query';
import { api, orpc } from '#lib/api.ts';

export const hiringManagerSettingsQuery = (id: number | undefined) =>
  id === undefined
    ? queryOptions(orpc.hiringManagerSettings.ofOwn.queryOptions())
    : queryOptions(orpc.hiringManagerSettings.ofCompany.queryOptions({ input: { id } }));

export const saveHiringManagerSettings = (id: number | undefined, changes: Partial<HiringManagerAccess>): Promise<HiringManagerSettings> =>
  id === undefined
    ? api.hiringManagerSettings.saveOwn({ hm_display_sections: changes })
    : api.hiringManagerSettings.saveOfCompany({ id, hm_display_sections: changes });
