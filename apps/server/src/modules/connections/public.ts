export {
  type AcceptedAccount,
  type AtsAdapter,
  type AtsApplication,
  type AtsClient,
  type AtsPerson,
  CredentialsRefused,
  type PersonToSend,
  type Place,
} from './ats-port.ts';
export {
  checkConnection,
  type ConnectionInput,
  type ConnectionServices,
  disconnect,
  openConnection,
  openSecret,
  renewTokens,
  reportFailure,
  saveConnection,
} from './connections.ts';
export type { Integration } from './integration-port.ts';
export { type Connection, findConnection, findConnectionById, listConnected, listConnections } from './store.ts';
