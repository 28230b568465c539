export {
  checkConnection,
  type ConnectionInput,
  type ConnectionServices,
  disconnect,
  openConnection,
  openSecret,
  renewTokens,
  saveConnection,
} from './connections.ts';
export type { Integration } from './integration-port.ts';
export { type Connection, findConnection } from './store.ts';
