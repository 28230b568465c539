import { type AtsVendorName, atsVendors, isAtsVendor } from '@headwater/domain/ats/vendors';
import { mayAccess } from '@headwater/domain/access';
import type { Chosen } from '#features/ats/api/ats.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { textsOf } from '#lib/i18n.ts';
import { withTexts } from '#lib/lazy-with-texts.ts';
import { useFollowJob } from '#ui/jobs/follow-job.ts';
import { opening } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';

/** Systems that the user may send people to. */
export function useAtsVendors(right: 'ats_export' | 'ats_sequence_export' = 'ats_export'): AtsVendorName[] {
  const user = useCurrentUser();
  return mayAccess(right, asActor(user)) ? user.apps.filter(isAtsVendor) : [];
}

const count = (value: unknown) => (typeof value === 'number' ? value : 0);

/** Resolves with true after the job has started. */
export function useSendToAts(): (vendor: AtsVendorName, chosen: Chosen) => Promise<boolean> {
  const follow = useFollowJob();
  return async (vendor, chosen) => {
    try {
      const { openSend, showFailedRows } = await opening(() => withTexts(() => import('#features/ats/components/open-send.tsx'), ['ats']));
      const jobId = await openSend(vendor, chosen);
      if (jobId === undefined) return false;
      const t = textsOf('ats');
      void follow({
        jobId,
        title: t('sending', { service: atsVendors[vendor].title }),
        message: (_changed, result) =>
          t('done', {
            sent: count(result['sent']) + count(result['updated']),
            present: count(result['present']),
            failed: count(result['failed']),
          }),
        onChange: () => void showFailedRows(jobId).catch(showError),
      });
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
}
