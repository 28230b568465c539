export { emailIn, isYes, maxSubjectLength, textIn } from './claim-values.ts';
export { type Claims, type Client, DiscoveryError, type IdentityProvider, type Metadata, SignInRefused } from './identity-provider-port.ts';
export { shareLockRequirement, isAdministrator, mustJoinCompany, mustJoinOther, mustUseProvider } from './required.ts';
export { openSignIn, signInSeconds, startSignIn } from './started-sign-in.ts';
export { deleteIdentities, deleteIdentitiesSince, deleteIdentity, hasIdentity, listProviders } from './store/sign-ins.ts';
export { isVerified } from './store/domains.ts';
