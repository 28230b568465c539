import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AtsLink } from '@headwater/contract/ats';
import { atsVendors } from '@headwater/domain/ats/vendors';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SectionHead } from '#ui/SectionHead.tsx';
import { showError } from '#ui/snackbar.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { shownStatus } from '../model/shown-status.ts';
import classes from './ats.module.css';

function LinkItem({ link, profileId }: { link: AtsLink; profileId: number }) {
  const { t } = useTranslation('ats');
  const client = useQueryClient();
  const { vendor, url, candidate_name: name, applications, deleted, updates_subscription: hasUpdates } = link;
  const change = async () => {
    try {
      await api.ats[vendor][hasUpdates ? 'disableUpdates' : 'enableUpdates']({ id: profileId });
      await client.invalidateQueries({ queryKey: orpc.ats.key() });
    } catch (error) {
      showError(error);
    }
  };
  const shown =
    url && !deleted ? (
      <a href={url} target="_blank" rel="noreferrer">
        {name}
      </a>
    ) : (
      name
    );
  return (
    <li>
      {shown} {deleted && <StatusPill color={0}>{t('deleted', { service: atsVendors[vendor].title })}</StatusPill>}
      <div className={classes.quiet}>
        {applications
          .map(({ job_title: job, stage, status }) => [job, stage ?? shownStatus(status)].filter(Boolean).join(', '))
          .join('; ') || t('noApplications')}
      </div>
      {atsVendors[vendor].hasUpdates && !deleted && (
        <Button size="compact-xs" variant="subtle" onClick={() => void change()}>
          {t(hasUpdates ? 'stopUpdates' : 'startUpdates')}
        </Button>
      )}
    </li>
  );
}

/** ATS-049, ATS-050, PROF-045: systems that have the person, and the stages there. */
export function AtsLinks({ profileId }: { profileId: number }) {
  const { data } = useQuery(orpc.ats.links.queryOptions({ input: { profile_id: profileId } }));
  const links = data?.links ?? [];
  return links.map((link) => (
    <section key={`${link.vendor} ${link.candidate_id}`}>
      <SectionHead title={atsVendors[link.vendor].title} />
      <ul className={classes.people}>
        <LinkItem link={link} profileId={profileId} />
      </ul>
    </section>
  ));
}
