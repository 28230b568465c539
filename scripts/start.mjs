// npm start: from a fresh clone to a running Headwater. Plain Node: nothing is installed yet when this begins.
import { returnLargeBuffers } from './prepare/allocator.mjs';
import { requireNode } from './prepare/node-version.mjs';

requireNode();
returnLargeBuffers();
const { prepare } = await import('./prepare/prepare.mjs');
const { becomeServer } = await import('./prepare/application.mjs');
await prepare();
await becomeServer(process.argv.slice(2));
