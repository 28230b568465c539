import { afterAll, afterEach } from 'vitest';
import { leaveWindows } from './windows.ts';

// Runs before each test file. Files share the browser of their worker; each test gets empty
// windows.
afterEach(() => leaveWindows({ isEnd: false }));
afterAll(() => leaveWindows({ isEnd: true }));
