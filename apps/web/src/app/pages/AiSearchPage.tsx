import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense } from 'react';
import { AiSearchScreen } from '#features/ai-search/components/AiSearchScreen.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { HomeTabs } from './search/HomeTabs.tsx';

const loadPane = () => import('./search/pane.ts').then(({ loadProfilePane }) => loadProfilePane());
const ProfilePane = lazy(async () => ({ default: (await loadPane()).ProfilePane }));

const profilePane: ComponentProps<typeof AiSearchScreen>['pane'] = (id, { close, previous, next }) => (
  <Suspense fallback={<SkeletonText lines={12} />}>
    <ProfilePane profileId={id} name={null} onClose={close} onPrevious={previous} onNext={next} />
  </Suspense>
);

const whole = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** AI search: /ai-search?id=7&page=2. The address names the search, so that a window that is opened again shows it again. */
export function AiSearchPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { id, page, folderId } = useSearch({ from: '/shell/ai-search' });
  return (
    <AiSearchScreen
      id={whole(id)}
      page={whole(page) ?? 1}
      folderId={whole(folderId) ?? null}
      onSearch={(made) => void navigate({ to: '/ai-search', search: { id: String(made), ...(folderId ? { folderId } : {}) } })}
      onPage={(next) =>
        void navigate({
          to: '/ai-search',
          search: (held) => ({ ...held, page: next > 1 ? String(next) : undefined }),
          replace: true,
          resetScroll: false,
        })
      }
      openId={state.openProfile}
      onOpen={(profile) =>
        void navigate({
          to: '/ai-search',
          search: true,
          state: (held) => ({ ...held, openProfile: profile }),
          replace: true,
          resetScroll: false,
        })
      }
      hrefOf={(profile) => `/profiles/${profile}/`}
      onPlain={({ q, f }) => void navigate({ to: '/profiles/', search: { ...(q ? { q } : {}), ...(f ? { f } : {}) } })}
      pane={profilePane}
      tabs={<HomeTabs open="ai" />}
    />
  );
}
