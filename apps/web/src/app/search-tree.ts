import { login } from './routes/login.ts';
import { lazyRoutes } from './routes/lazy-routes.ts';
import { searchRoutes } from './routes/search.ts';
import { rootRoute } from './root-route.ts';
import { shellRoute } from './shell-route.ts';

export const growTree = () => rootRoute.addChildren([login, shellRoute.addChildren([...searchRoutes]), lazyRoutes]);
