import { useParams } from '@tanstack/react-router';
import { type Section as SectionName, sections } from '@headwater/domain/statistics/metrics';
import { Section } from '#features/statistics/components/Section.tsx';
import { SectionSettings } from '#features/statistics/components/SettingsForm.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { OpenCompany } from '../companies/OpenCompany.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';

const useSection = (): SectionName | undefined => {
  const { section } = useParams({ strict: false }) as { section: string };
  return sections.find((name) => name === section);
};

const parts = { page: Section, settings: SectionSettings } as const;
type Part = keyof typeof parts;

function Own({ part, scope }: { part: Part; scope: 'own' | 'company' }) {
  const { t } = useTranslation('statistics');
  const section = useSection();
  const company = useCurrentUser().company.company_id;
  usePageTitle(t(`title.${scope}`));
  if (!section) return <NotFoundPage />;
  const Shown = parts[part];
  const base = scope === 'own' ? '/statistics' : '/company/statistics';
  return <Shown place={{ base, company, scope, section }} />;
}

function OfCompany({ part }: { part: Part }) {
  const { t } = useTranslation('statistics');
  const section = useSection();
  if (!section) return <NotFoundPage />;
  const Shown = parts[part];
  return (
    <OpenCompany title={t('title.company')}>
      {({ company_id: id, company_name: name }) => (
        <Shown
          place={{ base: `/companies/${id}/statistics`, company: id, scope: 'company', section }}
          company={`${t('title.company')} · ${name}`}
        />
      )}
    </OpenCompany>
  );
}

export const OwnStatisticsPage = () => <Own part="page" scope="own" />;
export const OwnSettingsPage = () => <Own part="settings" scope="own" />;
export const CompanyStatisticsPage = () => <Own part="page" scope="company" />;
export const CompanySettingsPage = () => <Own part="settings" scope="company" />;
export const ManagedStatisticsPage = () => <OfCompany part="page" />;
export const ManagedSettingsPage = () => <OfCompany part="settings" />;
