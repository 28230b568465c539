// npm run build: installs and builds what has changed since the last time.
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { prepare } = await import('./prepare/prepare.mjs');
await prepare();
