import './jsdom.ts';
import { afterEach } from 'vitest';
import { leaveApp } from './open-app.tsx';

// Runs before each test file. Files share the modules and document of their worker.
afterEach(leaveApp);
