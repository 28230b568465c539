import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { parseSearch } from '#lib/search-string.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import classes from '../pages.module.css';
import type { ResultsPlace } from '../search/open-person.ts';

const ResultsNavigation = lazyPart(() => import('#features/search/components/ResultsNavigation.tsx'), 'ResultsNavigation', ['search']);

export function FromResults() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { profileId } = useParams({ strict: false }) as { profileId: string };
  const { results }: { results?: ResultsPlace | undefined } = state;
  if (!results) return null;
  const { path, search, position } = results;
  return (
    <Suspense fallback={<div className={classes.walk} />}>
      <ResultsNavigation
        queryString={search}
        position={position}
        onBack={() => void navigate({ to: path, search: { ...parseSearch(search), open: profileId } })}
        onGo={(next, at) =>
          void navigate({
            to: '/profiles/$profileId',
            params: { profileId: String(next) },
            state: { results: { path, search, position: at } },
            replace: true,
          })
        }
      />
    </Suspense>
  );
}
