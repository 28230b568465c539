export interface DnsResolver {
  /** TXT records; null if the name servers could not be queried. Never rejects. */
  txt(name: string): Promise<readonly string[] | null>;
  /** MX records, else an address record (RFC 5321 5.1); null if the query failed. Never rejects. */
  takesMail(name: string): Promise<boolean | null>;
}
