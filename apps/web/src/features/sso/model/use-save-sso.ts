import { useRef } from 'react';
import type { SsoChanges, SsoView } from '@headwater/contract/sso';
import { changedFields } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { saveSso } from '../api/sso.ts';

/** The first save reports domains that a colleague changed; the second one overwrites them. */
export function useSaveSso(companyId: number | undefined, seenDomains: string | undefined): (changes: SsoChanges) => Promise<SsoView> {
  const seen = useRef(seenDomains);
  return async (changes) => {
    const expected = changes.domains === undefined || seen.current === undefined ? {} : { expected: { domains: seen.current } };
    try {
      return await saveSso(companyId, { ...changes, ...expected });
    } catch (error) {
      if (changedFields(error).includes('domains')) {
        const latest = await api.sso.settings(companyId === undefined ? {} : { company_id: companyId }).catch(() => undefined);
        seen.current = latest?.settings?.domains ?? seen.current;
      }
      throw error;
    }
  };
}
