import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CompanyView } from '@headwater/contract/companies';
import { companyQuery } from '#features/companies/api/companies.ts';
import { CompanyFrame } from '#features/companies/components/CompanyFrame.tsx';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';

export function OpenCompany({ title, children }: { title: string; children: (company: CompanyView) => ReactNode }) {
  const { companyId } = useParams({ strict: false }) as { companyId: string };
  const id = Number(companyId);
  const isKnown = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = useQuery({ ...companyQuery(id), enabled: isKnown });
  usePageTitle(data ? `${title} · ${data.company_name}` : title);
  if (!isKnown || (error instanceof ApiError && error.status === 404)) return <NotFoundPage />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data) return children(data);
  return (
    <CompanyFrame id={id} title={undefined}>
      <SkeletonForm fields={8} />
    </CompanyFrame>
  );
}
