import { createRoute } from '@tanstack/react-router';
import { enrichmentParams } from '#features/enrichment/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const enrichment = createRoute({
  getParentRoute: () => shellRoute,
  path: '/data_enrichment',
  beforeLoad: requires('data_enrichment'),
  validateSearch: enrichmentParams.validate,
  loader: () => loadTexts('enrichment'),
  component: lazyScreen('enrichment', { load: () => import('../pages/EnrichmentPage.tsx'), name: 'EnrichmentPage' }),
});

export const enrichmentRoutes = [enrichment] as const;
