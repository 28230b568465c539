import { queryOptions } from '@tanstack/react-query';
import { openerSourceOf } from '@headwater/domain/usage-events/properties';
import { orpc } from '#lib/api.ts';
import { refererOf } from '#lib/profile-referer.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';

/** Opening a profile counts against the company's daily limit, so it stays fresh for a while. */
export const profileQuery = (id: number) => queryOptions({ ...orpc.profiles.get.queryOptions({ input: { id } }), staleTime: 5 * 60_000 });

export const resumesQuery = (id: number) => orpc.profiles.resumes.queryOptions({ input: { id } });

/** PROF-063. */
export const historyQuery = (id: number, { page, company_id: companyId }: { page: number; company_id: number | undefined }) =>
  orpc.profiles.history.queryOptions({ input: { id, page, company_id: companyId } });

/** EVT-021 to EVT-024 */
export function useOpenedEvent(profileId: number | undefined): void {
  useScreenEvent(profileId, () => {
    if (profileId === undefined) return;
    const opener = refererOf(profileId) || (location.pathname.startsWith('/folders') ? 'folder' : '');
    sendEvent('Profile: Open', { Profile_Id: profileId, Opener_Source: openerSourceOf(opener) ?? 'Direct link' });
  });
}
