import type { AtsVacancy, Credentials } from '@headwater/contract/ats';
import type { ImportField } from '@headwater/domain/ats/imports';
import type { CredentialField } from '@headwater/domain/ats/vendors';
import type { MessageKey, MessageParts } from '@headwater/contract/errors';
import type { OAuthTokens } from '#platform/oauth/client.ts';
import type { ConnectionSecret, OpenConnection } from './connection-port.ts';

export interface AtsApplication {
  id: string;
  /** Null for a prospect without a job. */
  jobId: string | null;
  jobTitle: string | null;
  /** In the words of the system. */
  status: string;
  stage: string | null;
  isActive: boolean;
}

export interface AtsPerson {
  id: string;
  name: string;
  url: string | null;
  applications: AtsApplication[];
}

export interface PersonToSend {
  /** Stable id of the person in this installation. */
  key: string;
  firstName: string;
  lastName: string;
  title: string | null;
  company: string | null;
  emails: readonly string[];
  phones: readonly string[];
  links: readonly string[];
}

export interface Place {
  /** Null: a prospect without a job. */
  jobId: string | null;
  jobTitle: string | null;
  asProspect: boolean;
}

export interface NewCandidate {
  person: PersonToSend;
  place: Place;
  /** For systems that accept a note only with a new person. */
  note: string;
}

/** Limits of the credentials. */
export interface Abilities {
  /** Without it, a write with an unknown outcome is never repeated. */
  search: boolean;
  /** Puts a known person into a job. */
  addToJob: boolean;
  attach: boolean;
  note: boolean;
}

export interface FileToSend {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** Public for some minutes, for systems that download files. */
  url: string;
}

interface Write {
  person: AtsPerson;
  application: AtsApplication;
  /** An earlier try may have succeeded: the adapter reads before it writes. */
  isRepeat: boolean;
}

/** A user of the system. */
export interface AtsUser {
  id: string;
  name: string;
  email: string | null;
}

/** Webhooks that the system has for a connection. */
export interface Subscription {
  ids: string[];
  /** Keys of their signatures; empty if the system signs nothing. */
  keys: string[];
}

/** Calls of one connection. All throw ServiceError. */
export interface AtsClient {
  abilities: Abilities;
  jobs(): Promise<AtsVacancy[]>;
  /** People with one of the addresses, newest first. */
  findPeople(emails: readonly string[]): Promise<AtsPerson[]>;
  /** At most `readAtOnce` ids. `gone`: ids that the system has deleted. */
  readPeople(ids: readonly string[]): Promise<{ people: AtsPerson[]; gone: string[] }>;
  /** The caller has looked for the person. */
  createCandidate(candidate: NewCandidate): Promise<AtsPerson>;
  updateCandidate(id: string, person: PersonToSend): Promise<void>;
  addToJob(person: AtsPerson, place: Place): Promise<AtsApplication>;
  /** Ends an application without a message to the person. */
  withdraw(applicationId: string): Promise<void>;
  attach(file: FileToSend, write: Write): Promise<void>;
  note(text: string, write: Write): Promise<void>;
  /** Erases a person with all data. Absent: the API cannot. */
  erase?(personId: string): Promise<void>;
  /** Users who may add people, for systems with `hasUsers`. */
  users?(): Promise<AtsUser[]>;
  /** Creates webhooks to the URL. Absent: users enter it at the system, or the system has none. */
  subscribe?(url: string): Promise<Subscription>;
  unsubscribe?(ids: readonly string[]): Promise<void>;
}

/** Connection data that the system has accepted. */
export interface AcceptedAccount {
  secret: ConnectionSecret;
  settings: Record<string, unknown>;
  account: { id: string; name: string };
}

/** The system refuses credentials; the message belongs to a field of the form. */
export class CredentialsRefused extends Error {
  readonly field: CredentialField | ImportField;
  readonly key: MessageKey;
  readonly parts: MessageParts;

  constructor(field: CredentialField | ImportField, key: MessageKey, parts: MessageParts = {}) {
    super(key);
    this.field = field;
    this.key = key;
    this.parts = parts;
  }
}

/** Consent page of a system; the integration's `oauth` has the client. */
export interface AtsConsent {
  /** Whether the installation has credentials for the page. */
  isConfigured: boolean;
  /** Facts of the form for `accept`. Throws CredentialsRefused. */
  prepare?(credentials: Credentials): Record<string, string>;
  /** Throws CredentialsRefused and ServiceError. */
  accept(tokens: OAuthTokens, details: Readonly<Record<string, string>>): Promise<AcceptedAccount>;
}

export interface AtsAdapter {
  readAtOnce: number;
  consent?: AtsConsent;
  /** Throws CredentialsRefused and ServiceError. */
  connect(credentials: Credentials): Promise<AcceptedAccount>;
  open(connection: OpenConnection): AtsClient;
}
