import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyWithTexts } from '#lib/lazy-with-texts.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

const Frame = lazyWithTexts(() => import('../shell/Shell.tsx'), 'ShellFrame');
const route = getRouteApi('/$');

export const UnknownBackendPage = () => (
  <main>
    <NotFoundPage />
  </main>
);

export function UnknownPage() {
  const { signedIn } = route.useLoaderData();
  if (!signedIn) return <UnknownBackendPage />;
  return (
    <Suspense>
      <Frame>
        <NotFoundPage />
      </Frame>
    </Suspense>
  );
}
