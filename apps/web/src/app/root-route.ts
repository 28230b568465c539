import { createRootRouteWithContext } from '@tanstack/react-router';
import type { RouterContext } from './router-context.ts';
import { RootFrame } from './RootFrame.tsx';

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: RootFrame });
