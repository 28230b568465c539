// npm run build: installs and builds changes.
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { prepare } = await import('./prepare/prepare.mjs');
await prepare();
