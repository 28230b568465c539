/** Asks the name servers. */
export interface DnsResolver {
  /** The texts of the TXT records of a name, empty where it has none; null where nobody could be asked. Never rejects. */
  txt(name: string): Promise<readonly string[] | null>;
  /** Whether a domain takes mail: by its MX records, else by an address of its own (RFC 5321 5.1); null where nobody could be asked. Never rejects. */
  takesMail(name: string): Promise<boolean | null>;
}
