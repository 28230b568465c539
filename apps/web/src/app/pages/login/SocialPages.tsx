import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { SocialStep } from '@headwater/contract/social-sign-in';
import { isSocialBackend, type SocialBackend } from '@headwater/domain/companies/social-sign-in';
import { ApiError } from '#lib/api-error.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { stepQuery } from '#features/social-sign-in/api/social.ts';
import { type Entered, NewcomerNotice, PasswordForm, RegisterForm, StepOver } from '#features/social-sign-in/components/SocialSteps.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { UnknownBackendPage } from '../UnknownPage.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import type { Confirmation } from './signed-in.ts';
import { useEntry } from './use-entry.ts';

const route = getRouteApi('/oauth/$step/$backend');
const CodeStep = lazyPart(() => import('./CodeStep.tsx'), 'CodeStep');

const screens = { newcomer: ['attention_newbie', 'register'], password: ['confirm_password'], code: ['confirm_code'] } as const;
const isScreen = (step: string): boolean => (Object.values(screens).flat() as string[]).includes(step);

interface PendingProps {
  screen: string;
  backend: SocialBackend;
  step: SocialStep;
}

function Pending({ screen, backend, step }: PendingProps) {
  const enter = useEntry();
  const navigate = route.useNavigate();
  const [entered, setEntered] = useState<{ next: string; confirmation: Confirmation }>();
  const own: readonly string[] = screens[step.kind];
  const confirmation = entered?.confirmation ?? step.confirmation;
  if (confirmation) {
    return (
      <Suspense>
        <CodeStep
          confirmation={confirmation}
          email={step.email}
          next={entered?.next ?? step.next ?? undefined}
          onSignedIn={enter}
          onAgain={() => void navigate({ to: '/login' })}
        />
      </Suspense>
    );
  }
  if (!own.includes(screen)) return <Navigate to="/oauth/$step/$backend" params={{ step: own[0] ?? '', backend }} replace />;
  const onEntered = async (answer: Entered) => {
    if (answer.confirmation) return setEntered({ next: answer.next, confirmation: answer.confirmation });
    return enter({ user: null, next: answer.next });
  };
  if (step.kind === 'password') return <PasswordForm backend={backend} step={step} onEntered={onEntered} />;
  if (screen === 'register') return <RegisterForm backend={backend} step={step} onEntered={onEntered} />;
  return <NewcomerNotice backend={backend} step={step} />;
}

function KnownService({ screen, backend }: Omit<PendingProps, 'step'>) {
  const { data, error, refetch } = useQuery(stepQuery(backend));
  const problem = error instanceof ApiError ? error : undefined;
  if (problem?.status === 404) return <UnknownBackendPage />;
  return (
    <SignInFrame>
      {data && <Pending screen={screen} backend={backend} step={data} />}
      {problem?.code === 'social_step_over' && <StepOver message={problem.message} />}
      {error && problem?.code !== 'social_step_over' && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonForm fields={2} />}
    </SignInFrame>
  );
}

/** ACC-003 to ACC-006: steps between an external service and a session. */
export function SocialPage() {
  const { t } = useTranslation('app');
  const { step, backend } = route.useParams();
  usePageTitle(t('signIn.title'));
  if (!isSocialBackend(backend) || !isScreen(step)) return <UnknownBackendPage />;
  return <KnownService screen={step} backend={backend} />;
}
