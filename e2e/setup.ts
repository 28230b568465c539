import { afterAll, afterEach } from 'vitest';
import { leaveWindows } from './windows.ts';

// Runs before each test file. The files share the browser of their worker, and a test finds empty windows.
afterEach(() => leaveWindows({ isEnd: false }));
afterAll(() => leaveWindows({ isEnd: true }));
