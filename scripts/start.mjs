// npm start: from a fresh clone to a running Headwater. Plain Node: nothing is installed yet when this begins.
import { requireNode } from './prepare/node-version.mjs';

requireNode();
const { prepare } = await import('./prepare/prepare.mjs');
const { becomeServer } = await import('./prepare/application.mjs');
await prepare();
await becomeServer(process.argv.slice(2));
