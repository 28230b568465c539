export {
  type Claims,
  type Client,
  DiscoveryError,
  type IdentityProvider,
  type Metadata,
  SignInRefused,
  type SignInSecrets,
} from './identity-provider-port.ts';
export { mustJoinCompany, mustUseProvider } from './required.ts';
export { isVerified } from './store/domains.ts';
