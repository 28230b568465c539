// npm start, also from a fresh clone: imports only Node modules until packages are installed.
import { returnLargeBuffers } from './prepare/allocator.mjs';
import { requireNode } from './prepare/node-version.mjs';

requireNode();
returnLargeBuffers();
const { prepare } = await import('./prepare/prepare.mjs');
const { becomeServer } = await import('./prepare/application.mjs');
await prepare();
await becomeServer(process.argv.slice(2));
