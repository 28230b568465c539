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
  changeConnection,
  checkConnection,
  type ConnectionServices,
  disconnect,
  openConnection,
  openSecret,
  reportFailure,
  saveConnection,
} from './connections.ts';
export type { ImportedPerson, ImportPage } from './import-port.ts';
export { type Connection, findConnection, findConnectionById, listConnected, listConnections } from './store.ts';
