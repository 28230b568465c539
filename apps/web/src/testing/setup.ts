import './jsdom.ts';
import { afterEach } from 'vitest';
import { leaveApp } from './open-app.tsx';

// Runs before each test file. The files share the modules and the document of their worker.
afterEach(leaveApp);
