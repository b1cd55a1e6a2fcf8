/** What a reputation service has seen at an address; null is what it does not say. */
export interface AddressReputation {
  proxy: boolean | null;
  vpn: boolean | null;
  tor: boolean | null;
  hosting: boolean | null;
  compromised: boolean | null;
  /** 0 to 100, higher is riskier. */
  risk: number | null;
  /** Who runs the service behind the address, such as a VPN's brand. */
  operator: string | null;
  /** When it was asked, ISO 8601. */
  at: string;
}
