export {
  type AcceptedAccount,
  type AtsAdapter,
  type AtsApplication,
  type AtsClient,
  type AtsPerson,
  type AtsUser,
  CredentialsRefused,
  type Subscription,
  type PersonToSend,
  type Place,
} from './ats-port.ts';
export {
  changeConnection,
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
export type { AtsImporter, ImportedPerson, ImportPage } from './import-port.ts';
export type { Integration } from './integration-port.ts';
export { type Connection, findConnection, findConnectionById, listConnected, listConnections } from './store.ts';
