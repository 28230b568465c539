import { login } from './routes/login.ts';
import { later } from './routes/later.ts';
import { searchRoutes } from './routes/search.ts';
import { rootRoute } from './root-route.ts';
import { shellRoute } from './shell-route.ts';

export const growTree = () => rootRoute.addChildren([login, shellRoute.addChildren([...searchRoutes]), later]);
