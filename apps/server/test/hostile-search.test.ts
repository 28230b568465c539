import { describeHostileInput } from './hostile-routes.ts';

describeHostileInput('search');
