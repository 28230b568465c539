import { describeHostileInput } from './hostile-routes.ts';

describeHostileInput('messaging');
