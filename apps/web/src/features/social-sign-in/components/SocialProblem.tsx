import { Alert } from '@mantine/core';
import { isSocialBackend, socialBackendNames, socialProblems } from '@headwater/domain/companies/social-sign-in';
import { useTranslation } from '#lib/use-translation.ts';

interface ProblemProps {
  service: string | undefined;
  problem: string | undefined;
}

export function SocialProblem({ service, problem }: ProblemProps) {
  const { t } = useTranslation('social-sign-in');
  const known = socialProblems.find((one) => one === problem);
  if (known === undefined || service === undefined || !isSocialBackend(service)) return null;
  return (
    <Alert color="red" role="alert" p="sm" mb="lg">
      {t(`problem.${known}`, { service: socialBackendNames[service] })}
    </Alert>
  );
}
